import { constants, setPriority } from "node:os";
import { drawForMail, openPicture, type PictureSource } from "./picture";
import { cleanSvg, drawSvg, type HarmlessSvg, SvgRefused } from "./svg";

/** What can be asked for. A result of `undefined` is a picture that cannot be drawn. */
const work = {
  /** `ink` is the colour of what has none in the picture for mails. */
  async logo({ source, ink }: { source: string; ink: string }): Promise<Logo> {
    const drawing = cleanSvg(source);
    return { drawing, png: await drawSvg(drawing, ink) };
  },

  async picture({ source, widths }: { source: PictureSource; widths: readonly number[] }): Promise<DrawnPicture | undefined> {
    const picture = await openPicture(source);
    if (!picture) return undefined;
    const largest = await picture.draw(Math.max(...widths));
    // The smaller ones are made of the largest: decoding the original again takes as long as the first time.
    const decoded = largest && (await openPicture(largest));
    if (!decoded) return undefined;
    const drawings: Uint8Array[] = [];
    for (const most of widths) drawings.push(most === Math.max(...widths) ? largest : ((await decoded.draw(most)) ?? largest));
    const { contentType, width, height } = picture;
    return { contentType, width, height, drawings };
  },

  mail: ({ source, kind, size }: { source: PictureSource; kind: "photo" | "logo"; size: { width: number; height: number } }) =>
    drawForMail(source, kind, size),
};

export interface Logo {
  drawing: HarmlessSvg;
  png: Uint8Array;
}

export interface DrawnPicture {
  contentType: string;
  /** In pixels as shown, the camera's rotation applied. */
  width: number;
  height: number;
  /** As WebP, in the order of the widths. */
  drawings: Uint8Array[];
}

type Work = typeof work;
export type OrderName = keyof Work;
export type OrderOf<Name extends OrderName> = Parameters<Work[Name]>[0];
export type ResultOf<Name extends OrderName> = Awaited<ReturnType<Work[Name]>>;
export type Order = { [Name in OrderName]: { name: Name; order: OrderOf<Name> } }[OrderName];
/** A worn process is not asked again: decoders do not give back all memory that they took. */
export type Answer = ({ result: unknown } | { refused: SvgRefused["problem"] }) & { isWorn: boolean };

/** Bytes of memory. The bounds of `svg.ts` and `picture.ts` keep drawings below 400 MB; the rest is for decoders that do not keep theirs. */
const mostMemory = 512 * 1024 * 1024;
const wornMemory = mostMemory / 2;
/** Milliseconds of processor time for an order. */
const mostProcessorMs = 10_000;

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
let begun = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(begun);
  if (process.memoryUsage.rss() > mostMemory || (user + system) / 1000 > mostProcessorMs) process.exit(1);
}, 50).unref();
process.on("disconnect", () => process.exit(1));

process.on("message", async ({ name, order }: Order) => {
  begun = process.cpuUsage();
  const answer = (given: { result: unknown } | { refused: SvgRefused["problem"] }) => {
    process.send?.({ ...given, isWorn: process.memoryUsage.rss() > wornMemory } satisfies Answer);
    // What is used while it waits counts towards no order.
    begun = process.cpuUsage();
  };
  try {
    answer({ result: await work[name](order as never) });
  } catch (error) {
    if (error instanceof SvgRefused) answer({ refused: error.problem });
    else process.exit(1);
  }
});
