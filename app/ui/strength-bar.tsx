interface StrengthBarProps {
  /** 0 to 4. While it is undefined, an empty bar reserves the space, so that nothing moves while the user is about to click. */
  score: number | undefined;
  label: string;
  /** The score in words. */
  text: string;
}

const highestScore = 4;

/** The strength of a password as a bar, as a percentage and in words; changes are announced. */
export function StrengthBar({ score, label, text }: StrengthBarProps) {
  if (score === undefined) {
    return (
      <div className="strength" aria-hidden="true">
        <meter min={0} max={highestScore} value={0} />
        <p>{label}</p>
      </div>
    );
  }
  const inWords = `${text}, ${(score * 100) / highestScore} %`;
  return (
    <div className={`strength s${score}`}>
      <meter min={0} max={highestScore} value={score} aria-label={label} aria-valuetext={inWords}>
        {inWords}
      </meter>
      <p role="status">
        <span>{label}</span> <strong>{inWords}</strong>
      </p>
    </div>
  );
}
