import { describe, expect, it } from "vitest";
import { findIntro } from "./intro";

const body =
  "<h2>Der Plan</h2>\n<p>Ab Februar ruht der Verkehr &amp; zwar <strong>fünf Monate</strong> lang.</p>\n<h2>Danach</h2>\n<p>Ruhe.</p>";

describe("the teaser of an article on its own page", () => {
  it("is shown above the text if someone wrote it", () => {
    expect(findIntro("Warum Planer die Vollsperrung für das kleinere Übel halten.", body)).toBe(
      "Warum Planer die Vollsperrung für das kleinere Übel halten.",
    );
  });

  it.each([
    ["its first paragraph", "Ab Februar ruht der Verkehr & zwar fünf Monate lang. Ruhe."],
    ["cut off", "Ab Februar ruht der…"],
    ["its heading", "Der Plan"],
    ["empty", ""],
  ])("does not say twice what the text says: %s", (_, teaser) => expect(findIntro(teaser, body)).toBeNull());

  it("reads across a heading between two paragraphs", () => {
    expect(
      findIntro("Kurz. Ruhe nach der Sperrung, sagt die Bahn.", "<p>Kurz.</p><h2>X</h2><p>Ruhe nach der Sperrung, sagt die Bahn.</p>"),
    ).toBeNull();
  });

  it("leaves out each heading up to its end tag, and keeps unclosed ones", () => {
    expect(findIntro("Kurz. Ruhe.", "<h2>Offen<p>Kurz.</p><h3>X</h3><p>Ruhe.</p>")).toBeNull();
    expect(findIntro("Kurz. Ruhe.", "<p>Kurz.</p><h2>Offen<p>Ruhe.</p>")).toBe("Kurz. Ruhe.");
  });
});
