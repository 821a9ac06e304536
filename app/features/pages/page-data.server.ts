import { config } from "~/config.server";
import { localeOf } from "~/i18n/locale.server";
import { translator } from "~/i18n/resources.server";
import { pagePaths } from "../../../contract/paths";
import type { PageName } from "./static-page";

/** Data of every static page: title and description in the language of its path, and the paths of its translations. */
export async function pageData(request: Request, name: PageName) {
  const locale = await localeOf(request);
  const t = translator(locale);
  const product = config.product.name;
  return {
    locale,
    product,
    title: t(`pages:${name}.title`, { product }),
    description: t(`pages:${name}.description`, { product }),
    twins: pagePaths[name],
  };
}
