import { setTimeout as sleep } from "node:timers/promises";
import { expect, expectAccessible, hasScript, openPage, signIn, uniqueTitle } from "../support/e2e/fixtures";
import { test } from "../support/e2e/isolated-product";

// Chromium reports the status of what is turned away.
test.use({ allowedConsole: [/status of 503\b/] });

test("More come than fit: Anna is told so, and keeps what she typed", async ({ page, isolated }) => {
  await signIn(page, "anna");
  await openPage(page, "/teams/new");
  const name = uniqueTitle("Gedränge");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  const cookie = (await page.context().cookies()).map((one) => `${one.name}=${one.value}`).join("; ");

  // An API that does not answer keeps all slots in use, and the queue before them full: who is turned away comes again.
  isolated.proxy.break(/^GET /, "silence");
  const end = new AbortController();
  let turnedAway = 0;
  const crowd = Array.from({ length: 90 }, async () => {
    while (!end.signal.aborted) {
      const asked = fetch(`${isolated.url}/stream`, { headers: { Cookie: cookie }, signal: end.signal });
      if ((await asked.catch(() => undefined))?.status === 503) turnedAway += 1;
      // Sleeps: a queue moves on every three seconds, and is full again before anybody could press a button.
      await sleep(50);
    }
  });
  const disperse = async () => {
    end.abort();
    await Promise.all(crowd);
    isolated.proxy.mend();
  };
  try {
    await expect.poll(() => turnedAway).toBeGreaterThan(0);
    await dialog.getByRole("button", { name: "Team anlegen" }).click();

    if (hasScript()) {
      await expect(dialog.getByRole("alert")).toContainText("Gerade ist viel los");
      await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue(name);
    } else {
      await expect(page.getByRole("heading", { level: 1, name: "Gerade ist viel los" })).toBeVisible();
      await expect(page.getByText("Gespeichert wurde nichts.")).toBeVisible();
      await expectAccessible(page);
      // The browser's own reload sends the form once more.
      await disperse();
      await expect(async () => {
        await page.reload();
        await expect(page.getByRole("heading", { level: 1, name })).toBeVisible({ timeout: 1_000 });
      }).toPass();
    }
  } finally {
    await disperse();
  }
});
