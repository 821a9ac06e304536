interface StrengthBarProps {
  /** 0 to 4; as long as it is unknown an empty bar keeps its room, so that nothing below it moves away from who is about to press. */
  score: number | undefined;
  /** What is measured. */
  label: string;
  /** The score in words. */
  text: string;
}

const highestScore = 4;

/** How strong a password is: as a bar, in per cent and in words, which are read out when they change. */
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
