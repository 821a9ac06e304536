/**
 * Folds spellings that people treat as equal: lower case, without accents and strokes (except ä, ö, ü and ß, which the stemmers need) and
 * invisible characters, with ligatures split into letters and emoji replaced by words. Runs in linear time.
 */
export const foldText = (text: string): string => (isPlain(text) ? text : text.replace(foldable, foldMatch)).toLowerCase();

/** Folds like `foldText`. `positions` maps indexes of the folded text, and its end, to the original; missing if they are the same. */
export function foldWithPositions(text: string): { folded: string; positions?: Uint32Array } {
  if (isPlain(text)) return { folded: text.toLowerCase() };
  const changes: { at: number; before: number; after: number }[] = [];
  const folded = text
    .replace(foldable, (...match: FoldMatch) => {
      const after = foldMatch(...match);
      changes.push({ at: match[6], before: match[0].length, after: after.length });
      return after;
    })
    .toLowerCase();
  const positions = new Uint32Array(folded.length + 1);
  let from = 0;
  let to = 0;
  for (const { at, before, after } of [...changes, { at: text.length, before: 0, after: 1 }]) {
    while (from < at) positions[to++] = from++;
    positions.fill(at, to, to + after);
    to += after;
    from = at + before;
  }
  return { folded, positions };
}

/** The indexed form of an emoji: a word that nobody types. */
const emojiWord = (emoji: string) =>
  ` zzemoji${Array.from(emoji.replace(/[\u200d\ufe0f\u{1f3fb}-\u{1f3ff}]/gu, ""), (one) => one.codePointAt(0)?.toString(16)).join("d")} `;

type Found = string | undefined;
type FoldMatch = [
  whole: string,
  emoji: Found,
  unseen: Found,
  digit: Found,
  capital: Found,
  letter: Found,
  index: number,
  ...rest: unknown[],
];

function foldMatch(...[whole, emoji, unseen, digit, capital]: FoldMatch): string {
  if (emoji !== undefined) return emojiWord(emoji);
  if (unseen !== undefined) return "";
  if (digit !== undefined) return String(digit.charCodeAt(0) - 0x2080);
  if (capital !== undefined) return "·i";
  return foldLetter(whole);
}

/** A letter with its marks, or a compatibility form. */
function foldLetter(text: string): string {
  const apart = text.slice(0, mostMarks).normalize("NFKD").toLowerCase();
  const kept = /^[aou]\u0308/.test(apart) ? apart.slice(0, 2).normalize("NFC") : "";
  const rest = apart.slice(2 * kept.length);
  return (
    kept +
    Array.from(isMarked.test(apart) ? rest.replace(/\p{M}+/gu, "") : rest.normalize("NFC"), (one) => plainLetters.get(one) ?? one).join("")
  );
}

/** Characters that are decomposed at most: a letter with the marks that `cleanText` keeps. */
const mostMarks = 32;
const isMarked = /[\p{Script=Latin}\p{Script=Greek}]/u;

/** Whether folding only lowers the case. A loop takes a tenth of the time of a regular expression. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === capitalI ? text.charAt(at + 1) === "n" && at > 0 && !/[\s(/-]/.test(text.charAt(at - 1)) : plain[code] !== 1) return false;
  }
  return true;
}

const capitalI = "I".charCodeAt(0);
const plain = new Uint8Array(0x10000);
for (const letter of "\t\n\r\u00a0äöüÄÖÜß„“”‚‘’–—…«»€§°·×") plain[letter.charCodeAt(0)] = 1;
plain.fill(1, 0x20, 0x7f);

/** Groups, in this order: emoji, invisible characters, subscript digits, the I of "LeserInnen" and "LeserIn", letters. */
const foldable = new RegExp(
  // A fast condition that excludes most characters.
  String.raw`(?=[^ -~]|I|[A-Za-z]\p{M})(?:${[
    String.raw`([\u{1f1e6}-\u{1f1ff}]{2}|(?![©®‼⁉™ℹ\u2190-\u21ffⓂ〰〽㊗㊙])\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*)*)`,
    String.raw`([\p{Default_Ignorable_Code_Point}\p{Cf}\u0000-\u0008\u000e-\u001f\u007f-\u009f])`,
    String.raw`([\u2080-\u2089])`,
    String.raw`((?<=\p{Ll})I(?=nnen)|(?<=er|nt|st|zt|or)I(?=n(?!\p{L})))`,
    String.raw`((?![ªº\p{Lm}])(?:[\p{Script=Latin}\p{Script=Greek}]\p{M}+|(?![A-Za-zÄÖÜäöüß])[\p{Script=Latin}\p{Script=Greek}\u{1d400}-\u{1d7ff}\uff10-\uff19\uff66-\uff9d\ufb13-\ufdff\ufe70-\ufefc]))`,
  ].join("|")})`,
  "gu",
);

/** Letters without a decomposition, by the ASCII letters that people type instead. */
const plainLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "ⱥ",
    ae: "æ",
    b: "ƀƃɓ",
    c: "ƈȼ",
    d: "đðɖɗ",
    e: "ɇ",
    f: "ƒ",
    g: "ǥɠ",
    h: "ħɦⱨ",
    i: "ıɨ",
    j: "ȷɉ",
    k: "ƙĸⱪ",
    l: "łƚɫɬⱡ",
    n: "ŋƞɲ",
    o: "øɵ",
    oe: "œ",
    p: "ƥᵽ",
    r: "ɍɽ",
    s: "ȿʂ",
    t: "ŧƭⱦ",
    th: "þ",
    u: "ʉ",
    v: "ʋ",
    y: "ƴɏ",
    z: "ƶȥⱬ",
    σ: "ς",
  }).flatMap(([plain, all]) => Array.from(all, (letter): [string, string] => [letter, plain])),
);
