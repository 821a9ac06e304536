/** The behaviour that a route declares in its `handle` export, for the server and for the wrappers of its loader and action. */
export interface RouteHandle {
  /** Forms may contain files, and are read as streams. */
  takesFiles?: boolean;
  /** Responses, including errors, are read by JavaScript. */
  answersJson?: boolean;
  /** Other sites may post here, so error pages must not repeat the input. */
  acceptsOtherSites?: boolean;
  /** Skips admission control, because it is cheap or reports the health of the process. */
  skipsAdmission?: boolean;
  /** Polled by open windows. Responses omit headers that only matter for pages. */
  isPolled?: boolean;
}
