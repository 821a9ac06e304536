/** The field for a picture's alt text. */
export const pictureTextName = (id: string): string => `pictureText-${id}`;

/** The alt text when the form was rendered: an unchanged field must not overwrite other users' changes. */
export const pictureTextBeforeName = (id: string): string => `pictureTextBefore-${id}`;

/** The picture's id; `undefined` for other fields. */
export const pictureIdOf = (name: string): string | undefined => /^pictureText-(.+)$/.exec(name)?.[1];
