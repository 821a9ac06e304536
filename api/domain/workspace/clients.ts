import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { FieldProblem } from "../../../contract/errors";
import * as limits from "../../../contract/limits";
import type { clientChangeSchema } from "../../../contract/rest/clients";
import type { Camel } from "../../../contract/wire";
import { drawingWorker } from "../../config";
import { inTransaction, isUniqueViolation } from "../../db/pool";
import { type ClientRow, type ClientValues, findClientSettings, updateClient } from "../../db/workspace/clients";
import { readLogo } from "../../files/drawing";
import type { StoredFile } from "../../files/store";
import { SvgRefused } from "../../files/svg-refused";
import { isPermitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import type { Upload } from "../articles/attachments";
import { InvalidFields, NotFound, Outdated } from "../errors";
import { requireId } from "../ids";
import { requirePermission } from "../require-permission";
import { record } from "./audit";

export type ClientChange = Camel<z.output<typeof clientChangeSchema>>;

/** A workspace; its settings are `null` for viewers who may not change them. */
export type Client = Pick<
  ClientRow,
  "id" | "workspace" | "name" | "theme" | "logoKey" | "logoWidth" | "logoHeight" | "external" | "shareable" | "lockVersion"
> & { settings: Pick<ClientRow, "emailSignature" | "signupEnabled" | "emailWhitelist" | "emailBlacklist"> | null };

/** Names that could be mistaken for addresses or mailboxes of the product. */
const reserved = new Set(
  "abuse admin administrator api app auth contact demo-admin folda help hostmaster info kontakt login mail mailer-daemon noreply no-reply null owner postmaster root security sign-in sign-up status support system test undefined webmaster webview www".split(
    " ",
  ),
);
const workspacePattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** The text colour of mails, for parts of a logo that have no colour. */
const mailInk = "#17201b";

/** The viewer's workspace. Throws `NotFound` for any other id. */
export async function requireClient({ database }: Services, viewer: Viewer, id: string): Promise<Client> {
  if (requireId(id) !== viewer.clientId) throw new NotFound();
  const row = await findClientSettings(database.db, id);
  if (!row) throw new NotFound();
  return forViewer(viewer, row);
}

/**
 * Changes the given values. Throws `NotFound`, `NotAllowed`, `RateLimitReached`, `DrawingBusy`, `InvalidFields`, and `Outdated` if `lockVersion` is
 * not the current one and other values are stored.
 */
export async function changeClient(
  services: Services,
  viewer: Viewer,
  id: string,
  { lockVersion, theme, removeLogo, ...settings }: ClientChange,
  upload?: Upload,
): Promise<Client> {
  if (requireId(id) !== viewer.clientId) throw new NotFound();
  const scope = { clientId: viewer.clientId };
  const setsSettings = upload !== undefined || removeLogo || Object.values(settings).some((value) => value !== undefined);
  const permitted = setsSettings ? requirePermission(viewer, "workspace:update", scope) : requirePermission(viewer, "theme:update", scope);
  // Drawn before the transaction, because it is slow.
  if (upload) await services.rateLimits.consume({ logo: viewer.userId });
  const logo = upload ? await storeLogo(services, upload) : removeLogo ? { logoKey: null, logoWidth: null, logoHeight: null } : {};
  try {
    await inTransaction(services.database, async (tx) => {
      const client = await findClientSettings(tx, permitted.clientId, { lock: true });
      if (!client) throw new NotFound();
      if (lockVersion !== undefined && lockVersion !== client.lockVersion) {
        // The same form was submitted twice.
        if (isStored(client, { ...settings, theme }, logo)) return;
        throw new Outdated();
      }
      if (settings.workspace !== undefined && settings.workspace !== client.workspace) requireWorkspaceName(settings.workspace);
      await updateClient(tx, permitted, { ...settings, ...logo, theme });
      const fields = changedFields(client, { ...settings, ...logo });
      if (fields.length > 0) await record(tx, viewer, { kind: "settingsChanged", fields });
      if (theme !== undefined && theme !== client.theme) await record(tx, viewer, { kind: "themeChanged" });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new InvalidFields({ workspace: [{ key: "workspaceTaken" }] });
    throw error;
  }
  return requireClient(services, viewer, id);
}

/** The drawing of a logo, for anyone who knows its key. Throws `NotFound`. */
export async function openLogo({ files }: Services, key: string): Promise<StoredFile> {
  const file = /^[0-9a-f]{64}-[0-9a-f]{16}$/.test(key) ? await files.open(toSvgKey(key)) : undefined;
  if (!file) throw new NotFound();
  return file;
}

/** The names of settings whose values differ; the columns of the logo count as one. */
function changedFields(before: ClientRow, after: ClientValues): string[] {
  const changed = Object.entries(after).filter(([name, value]) => {
    return value !== undefined && !isDeepStrictEqual(value, before[name as keyof ClientRow]);
  });
  return [...new Set(changed.map(([name]) => (name.startsWith("logo") ? "logo" : name)))];
}

/** Throws `InvalidFields` for a name that no workspace can have. */
export function requireWorkspaceName(workspace: string): void {
  const problem: FieldProblem | undefined = reserved.has(workspace)
    ? { key: "workspaceReserved" }
    : workspacePattern.test(workspace)
      ? undefined
      : { key: "notAWorkspace" };
  if (problem) throw new InvalidFields({ workspace: [problem] });
}

/** Stores the drawing and its PNG for mails under a new key. */
async function storeLogo({ files }: Services, { file, isCut }: Upload) {
  const refuse = (problem: FieldProblem) => new InvalidFields({ logo: [problem] });
  if (file.size === 0) throw refuse({ key: "fileEmpty" });
  if (isCut || file.size > limits.logo) throw refuse({ key: "logoTooLarge", values: { max: limits.logo / 1024 } });
  try {
    const { drawing, png } = await readLogo({ source: await readFile(file.path, "utf8"), ink: mailInk }, drawingWorker);
    const logoKey = `${createHash("sha256").update(drawing.svg).digest("hex")}-${randomBytes(8).toString("hex")}`;
    await files.put(toSvgKey(logoKey), Buffer.from(drawing.svg));
    await files.put(logoKey, png);
    return { logoKey, logoWidth: drawing.width, logoHeight: drawing.height };
  } catch (error) {
    if (error instanceof SvgRefused) throw refuse({ key: error.problem });
    throw error;
  }
}

const toSvgKey = (logoKey: string) => `${logoKey}.svg`;

/** Whether the workspace already has these values. The keys of two uploads of the same drawing have the same prefix. */
function isStored(client: ClientRow, values: Record<string, unknown>, { logoKey }: { logoKey?: string | null }): boolean {
  const stored: Record<string, unknown> = client;
  const drawingOf = (key: string | null) => key?.split("-")[0];
  return (
    Object.entries(values).every(([name, value]) => value === undefined || isDeepStrictEqual(stored[name], value)) &&
    (logoKey === undefined || drawingOf(logoKey) === drawingOf(client.logoKey))
  );
}

function forViewer(
  viewer: Viewer,
  { clientId, emailSignature, signupEnabled, emailWhitelist, emailBlacklist, ...client }: ClientRow,
): Client {
  const settings = { emailSignature, signupEnabled, emailWhitelist, emailBlacklist };
  return { ...client, settings: isPermitted(viewer, "workspace:update", { clientId }) ? settings : null };
}
