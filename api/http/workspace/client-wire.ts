import type { z } from "zod";
import type { clientSchema, ownClientSchema } from "../../../contract/rest/clients";
import type { Client } from "../../domain/workspace/clients";

/** A workspace, as all its members see it. */
export const toOwnClient = ({
  id,
  workspace,
  name,
  theme,
  logoKey,
  logoWidth,
  logoHeight,
  external,
  shareable,
}: Omit<Client, "settings" | "lockVersion">): z.infer<typeof ownClientSchema> => ({
  id,
  workspace,
  name,
  theme,
  logo: logoKey && logoWidth && logoHeight ? { url: `/logos/${logoKey}.svg`, width: logoWidth, height: logoHeight } : null,
  external,
  shareable,
});

export const toClient = ({ settings, lockVersion, ...client }: Client): z.infer<typeof clientSchema> => ({
  ...toOwnClient(client),
  lock_version: lockVersion,
  settings: settings && {
    email_signature: settings.emailSignature,
    signup_enabled: settings.signupEnabled,
    email_whitelist: settings.emailWhitelist,
    email_blacklist: settings.emailBlacklist,
  },
});
