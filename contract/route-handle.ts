/** The behaviour that a route declares in its `handle` export, for the server and for the wrappers of its loader and action. */
export interface RouteHandle {
  /** Forms may contain files, and are read as streams. */
  takesFiles?: boolean;
  /** Bodies may be JSON, or anything else that the API reads. */
  takesJson?: boolean;
  /**
   * The fields of the page's forms that people type into, except passwords, with the keys of their labels. An error page shows them if the
   * form was not saved; it posts all others again as hidden fields. A name that ends in "-*" is for all ids.
   */
  typed?: Readonly<Record<string, string>>;
  /** Those of them in text areas. With `{name}Format=html`, one is posted as HTML. */
  textAreas?: readonly string[];
  /** The resource that the form describes completely. If it no longer exists, the error page offers to create a new one from the form. */
  savesAsNew?: "article" | "newsletter";
  /** Responses, including errors, are read by JavaScript. */
  answersJson?: boolean;
  /** Other sites may post here. Error pages do not repeat their input. */
  acceptsOtherSites?: boolean;
  /** Skips admission control, because it is cheap or reports the health of the process. */
  skipsAdmission?: boolean;
  /** A list over which the form of a new article opens, as its child `contents/new`. */
  takesArticles?: boolean;
  /** Polled by open windows. Responses omit headers that only matter for pages. */
  isPolled?: boolean;
}
