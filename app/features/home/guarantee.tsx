import { useTranslation } from "react-i18next";
import { Icon } from "~/ui/icon";

const promises = [
  { key: "germany", icon: "shield" },
  { key: "anonymous", icon: "chart" },
  { key: "export", icon: "export" },
  { key: "devices", icon: "device" },
] as const;

export function Guarantee({ product }: { product: string }) {
  const { t } = useTranslation("home");
  return (
    <section className="home-section paper" id="home-guarantee" aria-labelledby="guarantee-title">
      <div className="wrap promise">
        <header>
          <h2 className="h1" id="guarantee-title">
            {t("guarantee.title")}
          </h2>
          <p>{t("guarantee.lead", { product })}</p>
        </header>
        <dl>
          {promises.map(({ key, icon }) => (
            <div key={key}>
              <dt>
                <Icon name={icon} />
                {t(`guarantee.${key}.title`)}
              </dt>
              <dd>{t(`guarantee.${key}.text`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
