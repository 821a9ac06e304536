import type { ComponentType } from "react";

/** A component in all its states, for the playground, which axe and pictures hold it by. Its texts are `playground:{id}`. */
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
