/** A feed as its format declares it, before addresses, texts and dates are checked. */
export interface FeedDraft {
  title: TextDraft | undefined;
  siteUrl: string | undefined;
  language: string | undefined;
  /** Base of relative addresses, itself perhaps relative. */
  base: string | undefined;
  entries: EntryDraft[];
  schedule: ScheduleDraft;
}

export interface EntryDraft {
  id: string | undefined;
  /** In order of preference. */
  urls: (string | undefined)[];
  base: string | undefined;
  /** Of addresses in its content, relative to `base`. */
  contentBase?: string | undefined;
  title: TextDraft | undefined;
  authors: (string | undefined)[];
  /** In order of preference. */
  dates: (string | undefined)[];
  /** In order of preference. */
  contents: (string | undefined)[];
}

export interface TextDraft {
  text: string | undefined;
  /** By its format; otherwise it may contain markup. */
  isPlain: boolean;
}

export interface ScheduleDraft {
  ttlMinutes?: number | undefined;
  updatePeriod?: string | undefined;
  updateFrequency?: number | undefined;
  skipHours?: number[] | undefined;
  skipDays?: string[] | undefined;
}

export const markup = (text: string | undefined): TextDraft => ({ text, isPlain: false });
export const plain = (text: string | undefined): TextDraft => ({ text, isPlain: true });
