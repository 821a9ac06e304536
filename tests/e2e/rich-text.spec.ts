import type { Locator, Page } from "@playwright/test";
import { fileArticle, fillBody } from "../support/e2e/articles";
import { expect, signIn, test, uniqueTitle } from "../support/e2e/fixtures";
import { expectAccessible, openPage } from "../support/e2e/pages";

const editorOf = (page: Page) => page.getByRole("dialog").getByRole("textbox", { name: "Text", exact: true });

/** Pastes the clipboard content of a program, as with the keyboard. */
async function paste(editor: Locator, html: string): Promise<void> {
  await editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", text);
    clipboardData.setData("text/plain", "ohne Format");
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

/** Saves, and returns the text of the article on its page. */
async function savedBody(page: Page): Promise<string> {
  await page.getByRole("dialog").getByRole("button", { name: "Beitrag speichern" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  return (await page.locator("article .prose").last().innerHTML()).replaceAll(' rel="noopener nofollow"', "");
}

test("Matthias formats a text with the toolbar, by keyboard, and reads it so @with-js @journey", async ({ page }) => {
  await signIn(page, "matthias");
  const { articlePath } = await fileArticle(page, { folder: "Brücken & Bauwerke", title: uniqueTitle("Formatiert") });
  await openPage(page, `${articlePath}/edit`);
  await fillBody(page, "");
  const editor = editorOf(page);
  const toolbar = page.getByRole("toolbar", { name: "Textformat" });
  await editor.click();
  await page.keyboard.type("Überschrift");
  await toolbar.getByLabel("Absatzformat").selectOption("Überschrift 2");
  await expect(editor).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(toolbar.getByLabel("Absatzformat")).toHaveValue("0");
  await page.keyboard.type("Ganz ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("fett");
  await expect(toolbar.getByRole("button", { name: "Fett" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Control+b");
  await page.keyboard.type(" und ");
  await toolbar.getByRole("button", { name: "Kursiv" }).click();
  await page.keyboard.type("schräg");
  await toolbar.getByRole("button", { name: "Kursiv" }).click();
  await page.keyboard.press("Enter");
  await page.keyboard.type("eins");
  await toolbar.getByRole("button", { name: "Nummerierte Liste" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("zwei");
  await expectAccessible(page);

  await page.keyboard.press("Shift+Home");
  await toolbar.getByRole("button", { name: "Link" }).click();
  await page.getByLabel("Adresse des Links").fill("bahn.example/zwei");
  await page.keyboard.press("Enter");
  await expect(editor).toBeFocused();
  expect(await savedBody(page)).toBe(
    "<h3>Überschrift</h3><p>Ganz <b>fett</b> und <i>schräg</i></p>" +
      '<ol><li>eins</li><li><a href="https://bahn.example/zwei">zwei</a></li></ol>',
  );
});

test("Matthias reaches the tools with one Tab and moves between them with arrow keys @with-js", async ({ page }) => {
  await signIn(page, "matthias");
  await openPage(page, "/stream/contents/new?mode=manual");
  await expect(editorOf(page)).toHaveAttribute("contenteditable", "true");
  await page
    .getByRole("dialog")
    .getByLabel(/^Quelle\b/)
    .focus();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Absatzformat")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Fett" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Autor/in" })).toBeFocused();
});

const pasted: Record<string, [html: string, body: string]> = {
  Word: [
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0cm;font-family:Calibri}</style></head><body>
      <!--StartFragment--><h1 style='mso-style-link:"x"'><span style='font-family:Calibri'>Bericht</span></h1>
      <p class=MsoNormal style='margin-bottom:8.0pt'><b><span style='font-size:12pt'>Fett</span></b> und <o:p></o:p>normal</p>
      <p class=MsoListParagraphCxSpFirst style='text-indent:-18pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>eins</p>
      <p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>darunter</p>
      <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>zwei</p>
      <!--EndFragment--></body></html>`,
    "<h2>Bericht</h2><p><b>Fett</b> und normal</p><ul><li>eins<ol><li>darunter</li></ol></li><li>zwei</li></ul>",
  ],
  Outlook: [
    `<div class="WordSection1"><p class="MsoNormal"><span style="color:#1F497D">Liebe Kollegen,<o:p></o:p></span></p>
      <p class="MsoNormal"><a href="https://bahn.example/x" onclick="alert(1)"><span style="color:blue">hier</span></a> steht es.</p></div>`,
    '<p>Liebe Kollegen,</p><p><a href="https://bahn.example/x">hier</a> steht es.</p>',
  ],
  "a web page": [
    `<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Wichtig</span><span> ist <span style="font-style:italic">das</span></span></p></b>
      <script>alert(1)</script><img src=x onerror="alert(1)"><a href="javascript:alert(1)">nichts</a><table><tr><td style="x:y">Zelle</td></tr></table>`,
    "<p><b>Wichtig</b> ist <i>das</i></p><p>nichts</p><table><tbody><tr><td>Zelle</td></tr></tbody></table>",
  ],
};

for (const [program, [html, body]] of Object.entries(pasted)) {
  test(`What Matthias pastes from ${program} is clean @with-js`, async ({ page }) => {
    await signIn(page, "matthias");
    const { articlePath } = await fileArticle(page, { folder: "Brücken & Bauwerke", title: uniqueTitle("Eingefügt") });
    await openPage(page, `${articlePath}/edit`);
    await fillBody(page, "");
    await editorOf(page).click();
    await paste(editorOf(page), html);
    expect(await savedBody(page)).toBe(body);
  });
}
