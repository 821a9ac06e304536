import { constants, setPriority } from "node:os";
import { drawForMail, openPicture, type PictureSource } from "./picture";
import { cleanSvg, drawSvg, type HarmlessSvg } from "./svg";
import { SvgRefused } from "./svg-refused";

/** The tasks. A result of `undefined` means that the picture cannot be drawn. */
const work = {
  /** `ink` is the colour for parts without one, in the PNG for mails. */
  async logo({ source, ink }: { source: string; ink: string }): Promise<Logo> {
    const drawing = cleanSvg(source);
    return { drawing, png: await drawSvg(drawing, ink) };
  },

  async picture({ source, widths }: { source: PictureSource; widths: readonly number[] }): Promise<DrawnPicture | undefined> {
    const picture = await openPicture(source);
    if (!picture) return undefined;
    const largest = await picture.draw(Math.max(...widths));
    // Smaller sizes are made from the largest: decoding the original again would take as long as the first time.
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
  /** Displayed size in pixels, after applying the camera's rotation. */
  width: number;
  height: number;
  /** WebP, in the order of the widths. */
  drawings: Uint8Array[];
}

type Work = typeof work;
export type OrderName = keyof Work;
export type OrderOf<Name extends OrderName> = Parameters<Work[Name]>[0];
export type ResultOf<Name extends OrderName> = Awaited<ReturnType<Work[Name]>>;
export type Order = { [Name in OrderName]: { name: Name; order: OrderOf<Name> } }[OrderName];
/** `isWorn`: the process should be replaced, because decoders do not return all memory. */
export type Answer = ({ result: unknown } | { refused: SvgRefused["problem"] }) & { isWorn: boolean };

/** Bytes. The limits in `svg.ts` and `picture.ts` keep a drawing below 400 MB; the rest is a margin for decoders that leak. */
const mostMemory = 512 * 1024 * 1024;
const wornMemory = mostMemory / 2;
/** Milliseconds of processor time per task. */
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
    // Processor time used while idle does not count towards a task.
    begun = process.cpuUsage();
  };
  try {
    answer({ result: await work[name](order as never) });
  } catch (error) {
    if (error instanceof SvgRefused) answer({ refused: error.problem });
    else process.exit(1);
  }
});
