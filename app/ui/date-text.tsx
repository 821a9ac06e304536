interface DateTextProps {
  date: { iso: string; text: string };
  /** Says which date it is, where that is not visible. */
  label?: string | undefined;
}

export function DateText({ date, label }: DateTextProps) {
  return (
    <>
      {label ? <span className="vh">{`${label} `}</span> : null}
      <time dateTime={date.iso}>{date.text}</time>
    </>
  );
}
