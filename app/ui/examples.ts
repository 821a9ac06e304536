import type { ComponentType } from "react";

/**
 * A component in all its states, for the playground, which the accessibility tests and screenshots use. Its texts are `playground:{id}`.
 */
export interface Examples {
  id: ExampleId;
  Content: ComponentType;
}

type ExampleId =
  | "text"
  | "richText"
  | "strength"
  | "select"
  | "switch"
  | "button"
  | "radiobar"
  | "tags"
  | "documents"
  | "notice"
  | "menu"
  | "tabs"
  | "summary"
  | "outcome"
  | "empty"
  | "loading"
  | "breadcrumb"
  | "avatar"
  | "icons";
