/** The field for what a picture of an article shows. */
export const pictureTextName = (id: string): string => `pictureText-${id}`;

/** What it held when its form was made: what somebody did not touch does not undo what others wrote meanwhile. */
export const pictureTextBeforeName = (id: string): string => `pictureTextBefore-${id}`;

/** Whose field it is; `undefined` for any other. */
export const pictureIdOf = (name: string): string | undefined => /^pictureText-(.+)$/.exec(name)?.[1];
