import { useTranslation } from "react-i18next";
import { Logo } from "~/ui/logo";
import { href } from "../../../contract/paths";
import bridge from "./pictures/bridge.svg?url";
import map from "./pictures/map.svg?url";
import tracks from "./pictures/tracks.svg?url";

const anchors = ["features", "guarantee", "demo"] as const;

/** Links to the sections of the page. */
export function HomeNavigation() {
  const { t } = useTranslation(["home", "shell"]);
  return (
    <nav aria-label={t("shell:mainNavigation")} className="wide">
      <ul className="nav-list">
        {anchors.map((name) => (
          <li key={name}>
            <a className="nav-link" href={`#home-${name}`}>
              {t(`home:nav.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Intro({ product }: { product: string }) {
  const { t } = useTranslation("home");
  return (
    <div className="wrap hero">
      <div>
        <h1>{t("intro.title")}</h1>
        <p className="lede">{t("intro.lead", { product })}</p>
        <div className="cluster">
          <a className="btn primary big" href="#home-demo">
            {t("intro.demo")}
          </a>{" "}
          <a className="btn big" href="#home-features">
            {t("intro.features")}
          </a>
        </div>
        <p className="soft">
          {t("intro.hasAccount")} <a href={href("signIn")}>{t("intro.signIn")}</a>
        </p>
      </div>
      <SampleLetter />
    </div>
  );
}

const items = [
  { key: "tracks", picture: tracks },
  { key: "bridge", picture: bridge },
  { key: "minutes", picture: undefined },
  { key: "map", picture: map },
] as const;

/** A sample newsletter as a decorative illustration: drawn with text, but hidden from assistive technology. */
function SampleLetter() {
  const { t } = useTranslation("home");
  const inert = { inert: "" };
  return (
    <div className="front" aria-hidden="true" {...inert}>
      <div className="letter">
        <div className="masthead">
          <p className="kicker">
            <span className="logo">
              <Logo />
              {t("letter.client")}
            </span>{" "}
            <span>{t("letter.date")}</span>
          </p>
          <p className="h1">{t("letter.title")}</p>
        </div>
        {items.map(({ key, picture }) => (
          <div className="letter-item" key={key}>
            <div>
              <p className="kicker">
                <b>{t(`letter.items.${key}.source`)}</b> <span>{t(`letter.items.${key}.date`)}</span>
              </p>
              <p className="letter-title">{t(`letter.items.${key}.title`)}</p>
            </div>
            {picture ? <img src={picture} width="960" height="540" alt="" decoding="async" /> : null}
          </div>
        ))}
      </div>
    </div>
  );
}
