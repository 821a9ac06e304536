import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";

const features = [
  { key: "import", icon: "link" },
  { key: "create", icon: "edit" },
  { key: "upload", icon: "upload" },
  { key: "embed", icon: "embed" },
  { key: "newsletter", icon: "newsletter" },
  { key: "comment", icon: "comment" },
  { key: "analytics", icon: "chart" },
  { key: "roles", icon: "roles" },
] as const;

export function Features({ product }: { product: string }) {
  const { t } = useTranslation("home");
  return (
    <section className="home-section" id="home-features" aria-labelledby="features-title">
      <div className="wrap">
        <header>
          <h2 className="h1" id="features-title">
            {t("features.title")}
          </h2>
          <p>{t("features.lead")}</p>
        </header>
        <ul className="features">
          {features.map(({ key, icon }) => (
            <li key={key}>
              <Icon name={icon} />
              <h3>{t(`features.${key}.title`)}</h3>
              <p>{t(`features.${key}.text`, { product })}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
