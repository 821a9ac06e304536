import { type ComponentProps, useState } from "react";
import { TextField } from "~/forms/controls";
import { useFetchedList } from "~/forms/use-fetched-list";
import { href } from "../../contract/paths";

interface SourceFieldProps extends Omit<ComponentProps<typeof TextField>, "suggestions"> {
  /** Suggested before something is typed. */
  sources?: string[];
  /** `sources` is complete. Otherwise, matches are loaded while typing. */
  hasAll?: boolean;
  /** Suggests the sources of this folder only. */
  folderId?: string;
}

/** The name of a source: any text, with those of earlier articles as suggestions. */
export function SourceField({ sources = [], hasAll, folderId, ...field }: SourceFieldProps) {
  const [found, setFound] = useState(sources);
  const load = useFetchedList();
  const suggest = async ({ currentTarget: { value: name } }: { currentTarget: HTMLInputElement }) => {
    const names = await load(`${href("sources")}?${new URLSearchParams({ name, ...(folderId ? { folder_id: folderId } : {}) })}`);
    if (names) setFound(names);
  };
  const events = hasAll ? {} : { onFocus: suggest, onInput: suggest };
  return (
    <TextField
      suggestions={found.map((value) => ({ value, label: value }))}
      free
      stopsAtLimit
      autoComplete="off"
      dir="auto"
      {...events}
      {...field}
    />
  );
}
