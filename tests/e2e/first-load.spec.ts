import { expect, signIn, test } from "../support/e2e/fixtures";

test("Jana clicks while the page wakes up, and gets there @with-js", async ({ page }) => {
  await signIn(page, "jana");
  // Between React's first listener and the end of hydration, which begins when the data of the page is decoded.
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const isDecoded = Boolean((window as { __remixContext?: { state?: unknown } }).__remixContext?.state);
      if (isDecoded) document.querySelector<HTMLAnchorElement>('a[href^="/stream/contents/new"]')?.click();
      else port2.postMessage(undefined);
    };
    port2.postMessage(undefined);
  });
  await page.goto("/stream", { waitUntil: "commit" });
  await expect(page.getByRole("dialog", { name: "Beitrag hinzufügen" })).toBeVisible();
});
