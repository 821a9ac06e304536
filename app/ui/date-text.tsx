interface DateTextProps {
  date: { iso: string; text: string };
  /** Says which date it is. */
  label?: string | undefined;
}

export function DateText({ date, label }: DateTextProps) {
  return <time dateTime={date.iso}>{label ? `${label} ${date.text}` : date.text}</time>;
}
