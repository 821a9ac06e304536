/** What is judged of a password, in characters; the rest cannot make it weaker. */
const judgedLength = 100;
/** So few are always judged: it takes 40 ms at most, and without a pattern they are strong by themselves. */
const alwaysJudged = 14;
/** Spellings times length squared; about 50 ms, 100 ms when the code is not compiled yet. */
const affordable = 7_500;

/** zxcvbn's table: signs that can stand for one letter. It tries every combination of those that a password holds. */
const signsOfLetters = ["4@", "8", "({[<", "3", "69", "1!|", "1|7", "0", "$5", "+7", "%", "2"];

type Zxcvbn = (password: string, words: string[]) => { score: number };

/** The lowest score that a new password may have. */
export const acceptedScore = 4;

/**
 * zxcvbn's score, 0 to 4, with its owner's words as extra dictionary. A hundred signs that can stand for letters would keep zxcvbn
 * busy for a minute, so the judged beginning is shorter where there are many of them.
 */
export function scoreOf(zxcvbn: Zxcvbn, password: string, words: string[]): number {
  if (password === "") return 0;
  return zxcvbn(judgedPart(oneSpelling(password)), words.map(oneSpelling)).score;
}

/** One password can be typed as different characters: an "ü" of one or of two. */
export const oneSpelling = (password: string): string => password.normalize("NFKC");

function judgedPart(password: string): string {
  let part = password.slice(0, judgedLength);
  while (part.length > alwaysJudged && spellings(part) * part.length ** 2 > affordable) part = part.slice(0, -1);
  return part;
}

const spellings = (text: string): number =>
  signsOfLetters.reduce((product, signs) => product * Math.max(1, [...signs].filter((sign) => text.includes(sign)).length), 1);

/** Words that say nothing about a password: short ones are in every one. */
const shortestWord = 3;
const mostWords = 100;

/** What somebody is known by, and the parts of it: a password made of them is easy to guess. */
export function ownWords(texts: readonly (string | null | undefined)[]): string[] {
  const whole = texts.flatMap((text) => (text ? [text] : []));
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const words = [...whole, ...parts].map((word) => word.slice(0, judgedLength)).filter((word) => word.length >= shortestWord);
  return [...new Set(words)].slice(0, mostWords);
}
