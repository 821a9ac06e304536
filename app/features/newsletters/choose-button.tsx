import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface ChooseButtonProps {
  /** Posted without JavaScript; the server then changes the selection. */
  value: string;
  /** Changes the selection with JavaScript. */
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

export function ChooseAllOrNone({ onAll, onNone }: { onAll: () => void; onNone: () => void }) {
  const { t } = useTranslation("newsletters");
  return (
    <>
      <ChooseButton value="all" onChoose={onAll}>
        {t("choose.all")}
      </ChooseButton>{" "}
      <ChooseButton value="none" onChoose={onNone}>
        {t("choose.none")}
      </ChooseButton>
    </>
  );
}
