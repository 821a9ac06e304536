import { type RefObject, useEffect, useRef } from "react";

/**
 * For a form whose fields an address fills: when that changes they show it. React leaves alone what somebody typed, and a form made anew would
 * take the focus along.
 */
export function useFormOfAddress(search: string): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changed in the address
  useEffect(() => form.current?.reset(), [search]);
  return form;
}
