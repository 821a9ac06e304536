import { expect, signIn, test } from "../support/e2e/fixtures";

test("Jana clicks while the page wakes up, and gets there @with-js", async ({ page }) => {
  await signIn(page, "jana");
  // Between React's first listener and the end of hydration: as soon as Remix has read the data of the page.
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    let isThere = false;
    port1.onmessage = () => {
      const state = (window as { __remixContext?: { stream?: unknown } }).__remixContext;
      isThere ||= Boolean(state?.stream);
      if (isThere && !state?.stream) document.querySelector<HTMLAnchorElement>('a[href^="/stream/contents/new"]')?.click();
      else port2.postMessage(undefined);
    };
    port2.postMessage(undefined);
  });
  await page.goto("/stream", { waitUntil: "commit" });
  await expect(page.getByRole("dialog", { name: "Beitrag hinzufügen" })).toBeVisible();
});
