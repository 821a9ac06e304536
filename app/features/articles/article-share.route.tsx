import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { absoluteUrl } from "~/http/absolute-url.server";
import { translator } from "~/i18n/resources.server";
import { CloseFoot } from "~/layouts/form-dialog";
import { useOverlay } from "~/layouts/overlay";
import { requireSession } from "~/session/session.server";
import { Dialog } from "~/ui/dialog";
import { describedBy, Field } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { LinkToCopy, useHasScript } from "~/ui/link-to-copy";
import { requireArticle } from "~/upstream/articles.server";
import { refusedBecause } from "~/upstream/failure.server";
import { href } from "../../../contract/paths";

export { pageMeta as meta } from "~/layouts/page-meta";
export const handle = { i18n: ["articles", "lists"] };

export async function loader({ request, params: { contentId = "" } }: LoaderFunctionArgs) {
  const { upstream, locale } = await requireSession(request);
  const t = translator(locale);
  const { title, shareable, team, language } = await requireArticle(upstream, contentId);
  if (!shareable) throw refusedBecause({ title: t("articles:notShareable.title"), text: t("articles:notShareable.text") });
  return data({
    title: t("articles:share.title"),
    article: { title, language, url: absoluteUrl(href("article", { contentId })) },
    team: team.visibility === "is_personal" ? null : team.name,
  });
}

export default function ArticleShare() {
  const { t } = useTranslation(["articles", "shell"]);
  const { article, team } = useLoaderData<typeof loader>();
  const { below } = useOverlay();
  return (
    <Dialog title={t("articles:share.title")} closeTo={below} closeLabel={t("shell:close")} kind="modal small">
      <div className="dialog-body">
        <div className="stack roomy">
          <p className="serif" lang={article.language ?? undefined} dir="auto">
            {article.title}
          </p>
          <div className="form">
            <Field
              id="share-link"
              label={t("articles:share.link")}
              hint={team === null ? t("articles:share.onlyYou") : t("articles:share.onlyTeam", { team })}
            >
              <LinkToCopy
                url={article.url}
                texts={{ copy: t("articles:share.copy"), copied: t("articles:share.copied"), selected: t("articles:share.selected") }}
                autoFocus
                {...describedBy("share-link", { hint: true })}
              />
            </Field>
            <div className="cluster">
              <a className="btn" href={mailTo(article)}>
                <Icon name="mail" />
                {t("articles:share.mail")}
              </a>
              <OtherApps article={article} />
            </div>
          </div>
        </div>
      </div>
      <CloseFoot closeTo={below} label={t("articles:share.done")} />
    </Dialog>
  );
}

interface Shared {
  title: string;
  url: string;
}

/** RFC 6068 requires %20 for spaces and CRLF for line breaks. */
const mailTo = ({ title, url }: Shared) => `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\r\n${url}`)}`;

/** Opens the device's share sheet, where supported. */
function OtherApps({ article: { title, url } }: { article: Shared }) {
  const { t } = useTranslation("articles");
  const hasScript = useHasScript();
  const canShare = hasScript && typeof navigator.share === "function";
  return (
    <button
      className="btn"
      type="button"
      hidden={!canShare}
      // Rejects when the user dismisses the sheet.
      onClick={() => navigator.share({ title, url }).catch(() => {})}
    >
      <Icon name="share" />
      {t("share.otherApps")}
    </button>
  );
}
