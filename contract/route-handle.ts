/** The behaviour that a route declares in its `handle` export, for the server and for the wrappers of its loader and action. */
export interface RouteHandle {
  /** Forms may have files, and are read while they arrive. */
  takesFiles?: boolean;
  /** Scripts read the responses, errors included. */
  answersJson?: boolean;
  /** Other sites may post here, so error pages repeat nothing of what they sent. */
  acceptsOtherSites?: boolean;
  /** Cheap to answer, or tells how the process is: never waits for a slot. */
  skipsAdmission?: boolean;
  /** Open windows poll it: responses have no headers that are only for pages. */
  isPolled?: boolean;
}
