/** Hidden fields that carry values along with a form. */
export function HiddenFields({ fields }: { fields: [name: string, value: string][] }) {
  return fields.map(([name, value], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
    <input key={index} type="hidden" name={name} value={value} />
  ));
}
