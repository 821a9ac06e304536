import type { ReactNode } from "react";

interface ChooseButtonProps {
  /** What the server selects when the form is posted without JavaScript. */
  value: string;
  /** Selects it with JavaScript. */
  onChoose: () => void;
  children: ReactNode;
}

/** Changes the selection of a step. */
export function ChooseButton({ value, onChoose, children }: ChooseButtonProps) {
  return (
    <button
      className="btn small"
      type="submit"
      name="choose"
      value={value}
      onClick={(event) => {
        event.preventDefault();
        onChoose();
      }}
    >
      {children}
    </button>
  );
}
