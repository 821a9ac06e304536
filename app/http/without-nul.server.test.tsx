import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import { expect, test } from "vitest";
import { withoutNul } from "./without-nul.server";

/** A page whose multi-byte characters move through React's buffer with the length. */
async function render(length: number, through: PassThrough): Promise<string> {
  const page = (
    <p>
      {"a".repeat(length)}
      {["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n"].map((id) => (
        <b key={id} title={"ü€".repeat(50)} />
      ))}
    </p>
  );
  renderToPipeableStream(page).pipe(through);
  return text(through);
}

test("A page has no NUL bytes, wherever its umlauts are", async () => {
  let nuls = 0;
  for (let length = 0; length < 20; length += 1) {
    const plain = await render(length, new PassThrough());
    const page = await render(length, withoutNul());
    if (plain.includes("\0")) nuls += 1;
    expect(page).toBe(plain.replaceAll("\0", ""));
    expect(page).not.toContain("\0");
  }
  // If this fails, React no longer needs the workaround.
  expect(nuls).toBeGreaterThan(0);
});
