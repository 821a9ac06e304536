import { useTranslation } from "react-i18next";
import type { Examples } from "./examples";
import { StrengthBar } from "./strength-bar";

const scores = ["zero", "one", "two", "three", "four"] as const;

function Content() {
  const { t } = useTranslation(["playground", "passwords"]);
  return (
    <div className="pair">
      {scores.map((word, score) => (
        <StrengthBar key={word} score={score} label={t("passwords:strength")} text={t(`passwords:scores.${word}`)} />
      ))}
    </div>
  );
}

export const strengthBarExamples: Examples = { id: "strength", Content };
