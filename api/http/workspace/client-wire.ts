import { clientSchema } from "../../../contract/rest/clients";
import type { Client } from "../../domain/workspace/clients";
import { toAnswer } from "../to-answer";

/** Adds the logo with its URL. */
export const withLogo = <C extends Pick<Client, "logoKey" | "logoWidth" | "logoHeight">>(client: C) => {
  const { logoKey, logoWidth, logoHeight } = client;
  const logo = logoKey && logoWidth && logoHeight ? { url: `/logos/${logoKey}.svg`, width: logoWidth, height: logoHeight } : null;
  return { ...client, logo };
};

export const toClient = (client: Client) => toAnswer(clientSchema, withLogo(client));
