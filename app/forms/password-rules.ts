/** What the hint asks a password for. Only the score decides; these say what is still missing for a good one. */
export const passwordRules = ["length", "letters", "numbers", "signs"] as const;
type PasswordRule = (typeof passwordRules)[number];

/** The recommended length. */
const recommendedLength = 10;

/** Which of them a password follows. */
export const rulesOf = (password: string): Record<PasswordRule, boolean> => ({
  length: [...password].length >= recommendedLength,
  letters: /\p{L}/u.test(password),
  numbers: /\p{N}/u.test(password),
  signs: /[^\p{L}\p{N}]/u.test(password),
});

/** What is known of a password without knowing it. */
export interface Strength {
  /** 0 to 4; undefined as long as nobody has judged it. */
  score: number | undefined;
  rules: Record<PasswordRule, boolean>;
}
