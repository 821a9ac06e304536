/** Only this many characters are rated; further ones cannot weaken a password. */
const judgedLength = 100;
/** At least this many characters are rated, which takes at most 40 ms. */
const alwaysJudged = 14;
/** Limit of spellings times length squared: about 50 ms, or 100 ms before the code is compiled. */
const affordable = 7_500;

/** zxcvbn's table of characters that can substitute letters. It tries all combinations of those in a password. */
const signsOfLetters = ["4@", "8", "({[<", "3", "69", "1!|", "1|7", "0", "$5", "+7", "%", "2"];

type Zxcvbn = (password: string, words: string[]) => { score: number };

/** The lowest score that a new password may have. */
export const acceptedScore = 4;

/**
 * zxcvbn's score from 0 to 4, with the user's own words as an additional dictionary. zxcvbn would take a minute for a hundred characters
 * that can substitute letters, so fewer characters are rated if there are many of these.
 */
export function scoreOf(zxcvbn: Zxcvbn, password: string, words: string[]): number {
  if (password === "") return 0;
  return zxcvbn(judgedPart(oneSpelling(password)), words.map(oneSpelling)).score;
}

/** Normalises passwords, because an "ü" can be typed as one character or two. */
export const oneSpelling = (password: string): string => password.normalize("NFKC");

function judgedPart(password: string): string {
  let part = password.slice(0, judgedLength);
  while (part.length > alwaysJudged && spellings(part) * part.length ** 2 > affordable) part = part.slice(0, -1);
  return part;
}

const spellings = (text: string): number =>
  signsOfLetters.reduce((product, signs) => product * Math.max(1, [...signs].filter((sign) => text.includes(sign)).length), 1);

/** Shorter words are ignored: they occur in every password. */
const shortestWord = 3;
const mostWords = 100;

/** A user's names, addresses and the like, and their parts: passwords made of them are easy to guess. */
export function ownWords(texts: readonly (string | null | undefined)[]): string[] {
  const whole = texts.flatMap((text) => (text ? [text] : []));
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const words = [...whole, ...parts].map((word) => word.slice(0, judgedLength)).filter((word) => word.length >= shortestWord);
  return [...new Set(words)].slice(0, mostWords);
}
