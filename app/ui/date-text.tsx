export function DateText({ date }: { date: { iso: string; text: string } }) {
  return <time dateTime={date.iso}>{date.text}</time>;
}
