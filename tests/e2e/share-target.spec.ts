import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { chooseFolder } from "../support/e2e/articles";
import { expect, hasScript, pagesUrl, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { articleCard, expectAccessible, openPage } from "../support/e2e/pages";

interface Shared {
  title?: string;
  text?: string;
  url?: string;
  files?: { name: string; type: string; base64: string }[];
}

/** Posts a form as the share sheet does. */
async function share(page: Page, shared: Shared): Promise<void> {
  await page.evaluate(({ files = [], ...texts }) => {
    const form = Object.assign(document.createElement("form"), {
      method: "post",
      action: "/stream/share",
      enctype: "multipart/form-data",
    });
    const add = (name: string, type: string) => {
      const input = Object.assign(document.createElement("input"), { name, type });
      form.append(input);
      return input;
    };
    for (const name of ["title", "text", "url"] as const) add(name, "hidden").value = texts[name] ?? "";
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of files) {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    const input = add("files", "file");
    input.multiple = true;
    input.files = transfer.files;
    document.body.append(form);
    form.submit();
  }, shared);
}

const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString("base64");
const photo = { name: "Bahnsteig|1.png", type: "image/png", base64: base64(readFileSync("public/icon-192.png")) };
const plan = { name: "Fahrplan.pdf", type: "application/pdf", base64: base64("%PDF-1.7\n1 0 obj\n") };
const dialog = (page: Page) => page.getByRole("dialog");
const kept = (page: Page) => dialog(page).getByRole("list", { name: "Geteilte Dateien" }).getByRole("listitem");

test("Matthias shares a quotation with a photo and a plan, leaves the plan out, and files the rest @phone @journey", async ({ page }) => {
  await signIn(page, "matthias");
  await openPage(page, "/bookmarklet");
  const title = uniqueTitle("Ersatzverkehr");
  const address = `https://zeitung.example/${title.replaceAll(" ", "-")}`;
  await share(page, { title, text: `"Der Takt bleibt."\n ${address}`, files: [photo, plan] });
  await expect(dialog(page).getByRole("textbox", { name: "Titel" })).toHaveValue(title);
  await expect(dialog(page).locator("#sourceUrl")).toHaveValue(address);
  await expect(dialog(page)).toContainText("Der Takt bleibt.");
  await expect(kept(page)).toHaveText([/Bahnsteig\|1\.png PNG, /, /Fahrplan\.pdf PDF, 1 KB/]);
  await expectAccessible(page);

  await kept(page).nth(1).getByRole("checkbox").check();
  // With script, the form is not sent while required fields are empty.
  if (!hasScript()) {
    await dialog(page).getByRole("button", { name: "Beitrag speichern" }).click();
    await expect(dialog(page).getByText("Bitte überprüfen Sie ihre Eingaben.").first()).toBeVisible();
  }
  await expect(kept(page)).toHaveCount(2);
  await expect(kept(page).nth(1).getByRole("checkbox")).toBeChecked();

  await chooseFolder(dialog(page), "Ausbau Nordkorridor");
  await dialog(page).getByLabel("Tags eingeben, mit Komma getrennt").fill("Protokoll,");
  await dialog(page).getByRole("button", { name: "Beitrag speichern" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Daten erfolgreich gespeichert." })).toBeVisible();
  await articleCard(page, title).getByRole("link", { name: "Kommentieren" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("figure").locator("img")).not.toHaveJSProperty("naturalWidth", 0);
  await expect(page.getByText("Fahrplan.pdf")).toHaveCount(0);
});

test("Matthias shares a page: it is fetched into the form, and the focus is on the Folda", async ({ page }) => {
  await signIn(page, "matthias");
  await openPage(page, "/bookmarklet");
  await share(page, { title: "Von der App", text: `${pagesUrl}/article.html` });
  await expect(page).toHaveURL(/\/stream\/contents\/new\?url=.+&fetch=1$/);
  await expect(dialog(page).getByText(/Abgerufen von 127\.0\.0\.1/)).toBeVisible();
  if (hasScript()) await expect(dialog(page).getByRole("combobox", { name: "Folda", exact: true })).toBeFocused();
});

test("Matthias shares an empty file, one of the wrong type and a good one: the reasons are at the field, and everything else is there", async ({
  page,
}) => {
  await signIn(page, "matthias");
  await openPage(page, "/bookmarklet");
  const files = [{ ...plan, name: "leer.pdf", base64: "" }, { ...plan, name: "Ton.mp3", type: "audio/mpeg" }, photo];
  await share(page, { title: "Leeres Blatt", text: "Drei Dateien.", files });
  await expect(dialog(page).getByText("„leer.pdf“: Diese Datei ist leer.").first()).toBeVisible();
  await expect(dialog(page).getByText("„Ton.mp3“: Diese Datei ist weder ein Bild noch ein PDF.").first()).toBeVisible();
  await expect(dialog(page).getByRole("textbox", { name: "Titel" })).toHaveValue("Leeres Blatt");
  await expect(kept(page)).toHaveCount(1);
});

test("Whoever is signed out signs in and finds the texts, but has to choose the file again @phone", async ({ page }) => {
  await openPage(page, "/de/funktion");
  await share(page, { title: "Später", text: "Erst anmelden.", url: "https://zeitung.example/", files: [plan] });
  await expect(page).toHaveURL(/\/sign-in\?to=/);
  const to = new URL(page.url()).searchParams.get("to") ?? "";
  await signIn(page, "matthias");
  await openPage(page, to);
  await expect(dialog(page).getByRole("textbox", { name: "Titel" })).toHaveValue("Später");
  await expect(dialog(page)).toContainText("Erst anmelden.");
  await expect(
    dialog(page)
      .getByText(/Fahrplan\.pdf/)
      .first(),
  ).toBeVisible();
});

test("On a phone, the dialog and its page explain how to share instead of the bookmark @phone", async ({ page, hasTouch }) => {
  await signIn(page, "matthias");
  await openPage(page, "/stream/contents/new");
  await expect(dialog(page).getByText(/Vom Handy noch schneller/)).toBeVisible({ visible: hasTouch });
  await expect(dialog(page).getByText(/Noch schneller: das Lesezeichen/)).toBeVisible({ visible: !hasTouch });
  await openPage(page, "/bookmarklet");
  await expect(page.getByRole("heading", { name: "Vom Handy oder Tablet" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Mit einem Lesezeichen" })).toBeVisible({ visible: !hasTouch });
  await expect(page.locator(".footer .bookmarklet")).toBeVisible({ visible: !hasTouch });
  await expectAccessible(page);
});
