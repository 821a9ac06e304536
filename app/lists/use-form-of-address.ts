import { type RefObject, useEffect, useRef } from "react";

/**
 * Resets a form that mirrors the URL whenever that changes: React keeps typed values, and remounting the form would lose focus.
 */
export function useFormOfAddress(search: string): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of the URL
  useEffect(() => form.current?.reset(), [search]);
  return form;
}
