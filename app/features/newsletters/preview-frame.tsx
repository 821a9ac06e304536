import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";

const views = {
  kind: ["mail", "web"],
  width: ["screen", "phone"],
  scheme: ["light", "dark"],
} as const;

export interface View {
  kind: (typeof views.kind)[number];
  width: (typeof views.width)[number];
  scheme: (typeof views.scheme)[number];
}

const viewNames = Object.keys(views) as (keyof typeof views)[];

/** The view that the URL's parameters select. */
export function readView(params: URLSearchParams): View {
  return Object.fromEntries(
    viewNames.map((name) => [name, views[name].find((value) => value === params.get(name)) ?? views[name][0]]),
  ) as unknown as View;
}

interface PreviewFrameProps {
  view: View;
  /** The URL of each kind. */
  sources: Record<View["kind"], string>;
}

/** A preview of the newsletter as it will arrive. Each view has its own URL, so that no JavaScript is needed. */
export function PreviewFrame({ view, sources }: PreviewFrameProps) {
  const { t } = useTranslation("newsletters");
  const { search } = useLocation();
  const toView = (name: string, value: string) => {
    const params = new URLSearchParams(search);
    params.set(name, value);
    return `?${params}`;
  };
  const source = `${sources[view.kind]}?scheme=${view.scheme}`;
  return (
    <aside className="stack stick" aria-label={t("preview.label")}>
      <div className="cluster">
        {viewNames.map((name) => (
          <nav className={name === "width" ? "radiobar wide" : "radiobar"} key={name} aria-label={t(`look.${name}`)}>
            {views[name].map((value) => (
              <Link
                key={value}
                to={toView(name, value)}
                replace
                preventScrollReset
                aria-current={view[name] === value ? "true" : undefined}
              >
                {t(`look.${value}`)}{" "}
              </Link>
            ))}
          </nav>
        ))}
      </div>
      <iframe
        key={source}
        className={`letter-frame ${view.width}`}
        src={source}
        title={t(`look.${view.kind}`)}
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
