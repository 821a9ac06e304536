/** The recommendations in the hint. They do not decide whether a password is accepted (the score does), but show what would improve it. */
export const passwordRules = ["length", "letters", "numbers", "signs"] as const;
type PasswordRule = (typeof passwordRules)[number];

/** Recommended length in characters. */
const recommendedLength = 10;

/** Which rules a password meets. */
export const rulesOf = (password: string): Record<PasswordRule, boolean> => ({
  length: [...password].length >= recommendedLength,
  letters: /\p{L}/u.test(password),
  numbers: /\p{N}/u.test(password),
  signs: /[^\p{L}\p{N}]/u.test(password),
});

/** The strength of a password, without the password itself. */
export interface Strength {
  /** 0 to 4; undefined if it has not been rated. */
  score: number | undefined;
  rules: Record<PasswordRule, boolean>;
}
