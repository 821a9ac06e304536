import { useTranslation } from "react-i18next";
import type { Examples } from "./examples";
import { HighPriority } from "./high-priority";
import { Picker } from "./picker";
import { type TagPair, Tags } from "./tags";

function Content() {
  const { t } = useTranslation("playground");
  const names = t("tags.names").split(", ");
  const pairs = names.map((name, index): TagPair => [name, `tag-${index}`]);
  return (
    <div className="pair">
      <div className="stack">
        <Tags tags={pairs.slice(0, 3)} to={(slug) => `#${slug}`} />
        <Tags tags={pairs.slice(0, 2)} to={(slug) => `#${slug}`} large />
        <p className="cluster">
          <HighPriority label={t("tags.high")} />
          <span className="badge">{t("tags.owner")}</span>
          <span className="badge ok">{t("tags.sent")}</span>
          <span className="badge warn">{t("tags.draft")}</span>
          <span className="badge bad">{t("tags.expired")}</span>
        </p>
      </div>
      <fieldset className="field">
        <legend className="label">{t("tags.title")}</legend>
        <Picker
          name="example-tags"
          options={names.map((name) => ({ value: name, label: name }))}
          chosen={names.slice(0, 2)}
          moreLabel={t("tags.more", { count: names.length - 2 })}
          field={{ id: "example-new-tags", label: t("tags.new"), name: "example-new-tags" }}
          create={{ toLabel: (text) => t("tags.create", { text }), unfinished: t("tags.unfinished") }}
        />
      </fieldset>
    </div>
  );
}

export const tagsExamples: Examples = { id: "tags", Content };
