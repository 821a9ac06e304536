import { demoArticles } from "../api/demo/article-files";

/** A text from which many articles are made. */
export interface BenchText {
  title: string;
  teaser: string;
  body: string;
  language: string;
}

/** Reproducible random numbers between 0 and 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const syllables =
  "bal dor fen gim hul jas kem lor mip nus pra quo rel sut tov wan xer yol zin ber dal fom gre hin jol kas lun mar nep".split(" ");

/** A made-up word, the same for a number in every run: for names, places and rare words. */
export function rareWord(n: number): string {
  let word = "";
  for (let left = n + 900; left > 0; left = Math.floor(left / syllables.length)) word += syllables[left % syllables.length];
  return word;
}

/** Zipf's distribution: few words are in many texts, many words in few. */
const zipf = (random: () => number, most: number): number => Math.floor(most ** random()) - 1;

/** Texts in both languages: paragraphs of the demo's articles in different orders, with names of decreasing frequency. */
export function makeTexts(count: number, rareWords: number): BenchText[] {
  const random = createRandom(5);
  const articles = Object.values(demoArticles).flat();
  const paragraphs = new Map<string, string[]>();
  for (const { lang, body } of articles) paragraphs.set(lang, [...(paragraphs.get(lang) ?? []), ...(body.match(/<p>.*?<\/p>/gs) ?? [])]);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  return Array.from({ length: count }, () => {
    const article = pick(articles);
    const own = Array.from({ length: 4 + Math.floor(random() * 9) }, () => pick(paragraphs.get(article.lang) ?? []));
    const names = Array.from({ length: 40 }, () => rareWord(zipf(random, rareWords)));
    const body = own.map((paragraph, n) => paragraph.replace("</p>", ` ${names.slice(n * 4, n * 4 + 4).join(" ")}.</p>`)).join("");
    return { title: `${article.title} ${names[0]}`, teaser: article.teaser, body, language: article.lang };
  });
}
