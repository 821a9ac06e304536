import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FieldGroup, SwitchField, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { type FieldState, fieldsOf } from "~/forms/form-state";
import type { FormOf } from "~/forms/read-form.server";
import { SearchableField } from "~/forms/searchable-field";
import { SubmitButton } from "~/forms/submit-button";
import { useProductSlug } from "~/layouts/shell";
import type { TargetTeam } from "~/lists/target-folders.server";
import { Icon } from "~/ui/icon";
import { SearchableSelect } from "~/ui/searchable-select";
import type { BookmarkImportDetails } from "~/upstream/bookmarks.server";
import { href } from "../../../contract/paths";
import type { importFormSchema } from "./import-form.server";
import { ProblemTable } from "./problem-table";
import { countUnreadable } from "./use-counts";

type Found = Pick<
  BookmarkImportDetails,
  | "filename"
  | "format"
  | "total"
  | "outcomes"
  | "folders"
  | "foldersCount"
  | "tags"
  | "tagsCount"
  | "untaggedCount"
  | "knownCount"
  | "repeatedCount"
  | "problems"
>;

interface ImportPreviewProps {
  found: Found;
  teams: TargetTeam[];
  tags: string[];
  form: FormOf<typeof importFormSchema>;
}

/** What the file contains, and the form that decides where it is filed. */
export function ImportPreview({ found, teams, tags, form }: ImportPreviewProps) {
  const { t } = useTranslation("bookmarks");
  const product = useProductSlug();
  const unreadable = countUnreadable(found.outcomes);
  return (
    <div className="stack roomy">
      <FoundFacts found={found} />
      {found.total > unreadable ? <MappingForm found={found} teams={teams} tags={tags} form={form} /> : <p>{t("preview.nothing")}</p>}
      <p>
        <Link to={href("bookmarkImportNew", { product })}>{t("mapping.other")}</Link>
      </p>
      <ProblemTable title={t("problems.caption")} problems={found.problems} total={unreadable} />
    </div>
  );
}

function FoundFacts({ found }: { found: Found }) {
  const { t } = useTranslation("bookmarks");
  const unreadable = countUnreadable(found.outcomes);
  const names = found.tags.join(", ");
  const listed = found.tagsCount > found.tags.length ? t("preview.moreTags", { names }) : names;
  const facts = [
    [t("preview.file"), found.filename],
    [t("preview.format"), t(`formats.${found.format}`)],
    [t("preview.readableLabel"), t("preview.readable", { count: found.total - unreadable })],
    [t("preview.known"), found.knownCount > 0 ? t("preview.knownCount", { count: found.knownCount }) : ""],
    [t("preview.repeated"), found.repeatedCount > 0 ? t("preview.knownCount", { count: found.repeatedCount }) : ""],
    [t("preview.unreadable"), unreadable > 0 ? t("preview.unreadableCount", { count: unreadable }) : ""],
    [t("preview.tags"), found.tagsCount > 0 ? t("preview.tagsCount", { count: found.tagsCount, names: listed }) : t("preview.noTags")],
  ];
  return (
    <section className="stack limit" aria-labelledby="found">
      <h2 id="found">{t("preview.found")}</h2>
      <dl className="facts">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt> <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

export const mappingTyped = { fallbackTag: "bookmarks:mapping.fallbackTag" } as const;

function MappingForm({ found, teams, tags, form }: ImportPreviewProps) {
  const { t } = useTranslation(["bookmarks"]);
  const fields = fieldsOf(form, {
    folderId: t("mapping.folderId"),
    targets: t("mapping.targets"),
    foldersAsTags: t("mapping.foldersAsTags"),
    fallbackTag: t(mappingTyped.fallbackTag),
  });
  const hasFolders = found.folders.some(({ path }) => path.length > 0);
  return (
    <Form className="form limit" method="post" noValidate preventScrollReset>
      <h2>{t("mapping.title")}</h2>
      <FormErrors form={form} fields={fields} />
      <SearchableField
        field={fields.folderId}
        hint={hasFolders ? t("mapping.folderIdHint") : undefined}
        emptyLabel={t("mapping.chooseFolder")}
        groups={teams.map(({ name, folders }) => ({ name, options: folders }))}
      />
      {hasFolders ? <TargetFields field={fields.targets} folders={found.folders} total={found.foldersCount} teams={teams} /> : null}
      {hasFolders ? <SwitchField field={fields.foldersAsTags} hint={t("mapping.foldersAsTagsHint")} /> : null}
      {found.untaggedCount > 0 ? (
        <TextField
          field={fields.fallbackTag}
          hint={t("mapping.fallbackTagHint", { count: found.untaggedCount })}
          suggestions={tags.map((tag) => ({ value: tag, label: tag }))}
          free
          autoComplete="off"
          dir="auto"
        />
      ) : (
        <input type="hidden" name="fallbackTag" value={fields.fallbackTag.value} />
      )}
      <SubmitButton>{t("mapping.submit")}</SubmitButton>
    </Form>
  );
}

/** More folders of the file can be unfolded. */
const foldersShown = 5;

interface TargetFieldsProps {
  field: FieldState;
  /** Those with most bookmarks. */
  folders: Found["folders"];
  /** The number of all. */
  total: number;
  teams: TargetTeam[];
}

/** A select for each folder of the file; the values begin with its number. */
function TargetFields({ field, folders, total, teams }: TargetFieldsProps) {
  const { t } = useTranslation("bookmarks");
  const isChosen = field.values.some((value) => !value.endsWith(":default"));
  const hint = folders.length < total ? t("mapping.some", { count: folders.length }) : t("mapping.targetsHint");
  return (
    <FieldGroup field={field} hint={hint}>
      <details className="picker-more" open={folders.length <= foldersShown || isChosen}>
        <summary>
          <Icon name="chevron-right" small />
          {t("mapping.folders", { count: folders.length })}
        </summary>
        <div className="stack">
          {folders.map(({ number, path, count }) => {
            const id = `target-${number}`;
            return (
              <div className="field" key={number}>
                <label className="label" htmlFor={id}>
                  <span dir="auto">{path.join(" / ") || t("mapping.noFolder")}</span>{" "}
                  <span className="opt">{t("mapping.count", { count })}</span>
                </label>
                <SearchableSelect
                  id={id}
                  name={field.name}
                  defaultValue={field.values.find((value) => value.startsWith(`${number}:`)) ?? `${number}:default`}
                  groups={[
                    {
                      name: "",
                      options: [
                        { id: `${number}:default`, name: t("mapping.default") },
                        { id: `${number}:none`, name: t("mapping.leave") },
                      ],
                    },
                    ...teams.map((team) => ({
                      name: team.name,
                      options: team.folders.map((folder) => ({ id: `${number}:${folder.id}`, name: folder.name })),
                    })),
                  ]}
                />
              </div>
            );
          })}
        </div>
      </details>
    </FieldGroup>
  );
}
