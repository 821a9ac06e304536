/** Carries what was typed elsewhere along with a form, name by name. */
export function HiddenFields({ fields }: { fields: [name: string, value: string][] }) {
  return fields.map(([name, value], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
    <input key={index} type="hidden" name={name} value={value} />
  ));
}
