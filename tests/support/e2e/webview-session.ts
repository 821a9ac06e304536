import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { demoPassword } from "../serve-for-tests.js";
import { webviewSecret } from "./product";

/** Encrypts a token like the app's server, which shares the secret (`docs/webview.md`). */
export function seal(token: string, key: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(hkdfSync("sha256", key, webviewSecret, "", 32)), iv);
  return Buffer.concat([iv, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** A token of Jana's, as the app's server has one. */
export async function tokenOfJana(baseURL = ""): Promise<string> {
  const body = new URLSearchParams({ workspace: "demo", email: "jana@demo.example", password: demoPassword });
  const answer = await fetch(`${baseURL}/sign-in`, { method: "POST", body, redirect: "manual" });
  return /authToken=([^;]+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? "";
}

/** Signs Jana in like an embedding app. */
export async function signInByApp(page: Page, baseURL: string | undefined, locale = "de") {
  await page.goto("/webview/init");
  const key = (await page.locator("#key").textContent()) ?? "";
  await page.goto(`/webview/auth/${locale}/${seal(await tokenOfJana(baseURL), key)}`);
}
