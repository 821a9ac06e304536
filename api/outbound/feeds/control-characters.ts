/** Invalid in XML and in the database. */
export const controlCharacters = /[\0-\x08\x0b\x0c\x0e-\x1f]/g;
