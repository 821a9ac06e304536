interface TeamNamed {
  name: string;
  visibility: "is_personal" | "is_public";
}

/** The name for display; personal teams are marked as such in the language of the page. */
export function teamName<Text extends (key: "teams:personal", values: { name: string }) => string>(
  { name, visibility }: TeamNamed,
  t: Text,
): string {
  return visibility === "is_personal" ? t("teams:personal", { name }) : name;
}
