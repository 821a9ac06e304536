import { constants, setPriority } from "node:os";
import { cleanSvg, drawSvg, type HarmlessSvg, SvgRefused } from "./svg";

export interface LogoOrder {
  source: string;
  /** The colour of what has none in the picture for mails. */
  ink: string;
}

export type LogoAnswer = { drawing: HarmlessSvg; png: Uint8Array } | { refused: SvgRefused["problem"] };

/** Bytes of memory. The bounds of `svg.ts` keep drawings below 200 MB; the rest is for decoders that do not keep theirs. */
const mostMemory = 320 * 1024 * 1024;

setPriority(constants.priority.PRIORITY_LOW);
setInterval(() => process.memoryUsage.rss() > mostMemory && process.exit(1), 50).unref();
process.on("disconnect", () => process.exit(1));

process.once("message", ({ source, ink }: LogoOrder) => {
  const answer = (message: LogoAnswer) => process.send?.(message, () => process.exit(0));
  read(source, ink).then(answer, (error: unknown) => {
    if (error instanceof SvgRefused) answer({ refused: error.problem });
    else process.exit(1);
  });
});

async function read(source: string, ink: string): Promise<LogoAnswer> {
  const drawing = cleanSvg(source);
  return { drawing, png: await drawSvg(drawing, ink) };
}
