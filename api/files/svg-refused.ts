export type SvgProblem = "notAnSvg" | "logoEmpty" | "logoTooComplex";

/** The file is not an acceptable drawing. */
export class SvgRefused extends Error {
  constructor(readonly problem: SvgProblem) {
    super(problem);
  }
}
