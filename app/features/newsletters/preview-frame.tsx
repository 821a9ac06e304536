import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";

const looks = {
  kind: ["mail", "web"],
  width: ["screen", "phone"],
  scheme: ["light", "dark"],
} as const;

export interface Look {
  kind: (typeof looks.kind)[number];
  width: (typeof looks.width)[number];
  scheme: (typeof looks.scheme)[number];
}

const lookNames = Object.keys(looks) as (keyof typeof looks)[];

/** The look that an address says. */
export function readLook(params: URLSearchParams): Look {
  return Object.fromEntries(
    lookNames.map((name) => [name, looks[name].find((value) => value === params.get(name)) ?? looks[name][0]]),
  ) as unknown as Look;
}

interface PreviewFrameProps {
  look: Look;
  /** Where each kind is shown. */
  sources: Record<Look["kind"], string>;
}

/** The newsletter as it will arrive. Each look has an address, so that it needs no script. */
export function PreviewFrame({ look, sources }: PreviewFrameProps) {
  const { t } = useTranslation("mailings");
  const { search } = useLocation();
  const toLook = (name: string, value: string) => {
    const params = new URLSearchParams(search);
    params.set(name, value);
    return `?${params}`;
  };
  const source = `${sources[look.kind]}?scheme=${look.scheme}`;
  return (
    <aside className="stack stick" aria-label={t("preview.label")}>
      <div className="cluster">
        {lookNames.map((name) => (
          <nav className={name === "width" ? "radiobar wide" : "radiobar"} key={name} aria-label={t(`look.${name}`)}>
            {looks[name].map((value) => (
              <Link
                key={value}
                to={toLook(name, value)}
                replace
                preventScrollReset
                aria-current={look[name] === value ? "true" : undefined}
              >
                {t(`look.${value}`)}{" "}
              </Link>
            ))}
          </nav>
        ))}
      </div>
      <iframe
        key={source}
        className={`letter-frame ${look.width}`}
        src={source}
        title={t(`look.${look.kind}`)}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      />
      <p>
        <a href={source} target="_blank" rel="noopener">
          {t("preview.open")}
        </a>
      </p>
    </aside>
  );
}
