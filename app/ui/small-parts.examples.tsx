import { useTranslation } from "react-i18next";
import { Avatar } from "./avatar";
import { Breadcrumb } from "./breadcrumb";
import { DateText } from "./date-text";
import type { Examples } from "./examples";
import { Icon } from "./icon";
import sprite from "./icons.svg?raw";

function Path() {
  const { t } = useTranslation("playground");
  return (
    <Breadcrumb
      label={t("breadcrumb.title")}
      links={[
        { to: "#breadcrumb", text: t("breadcrumb.team") },
        { to: "#breadcrumb-folder", text: t("breadcrumb.folder") },
      ]}
      current={t("breadcrumb.article")}
    />
  );
}

function Avatars() {
  const { t } = useTranslation("playground");
  return (
    <p className="cluster">
      {(["sm", "md", "lg"] as const).map((size) => (
        <Avatar key={size} name="Jana Petersen" size={size} />
      ))}
      <Avatar name="Ayşe Yıldırım" me />
      <span>{t("avatar.filed")}</span>
      <DateText date={{ iso: "2025-11-20", text: "20.11.25" }} />
    </p>
  );
}

const iconNames = Array.from(sprite.matchAll(/id="([a-z-]+)"/g), ([, name = ""]) => name);

function Icons() {
  return (
    <ul className="cluster">
      {iconNames.map((name) => (
        <li key={name} className="cluster">
          <Icon name={name} />
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}

export const breadcrumbExamples: Examples = { id: "breadcrumb", Content: Path };
export const avatarExamples: Examples = { id: "avatar", Content: Avatars };
export const iconExamples: Examples = { id: "icons", Content: Icons };
