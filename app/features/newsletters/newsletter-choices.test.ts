import { describe, expect, it } from "vitest";
import type { FolderTag } from "~/upstream/newsletter-drafts.server";
import { articleChoices, changeTags, chooseArticles, groupsOf, itemOrder, moved, tagChoices, toChoices } from "./newsletter-choices";

const content = (id: string, shareable = true): FolderTag["contents"][number] => ({
  id,
  title: id,
  href: `https://zeitung.example/${id}`,
  folderId: "f",
  sourceName: null,
  author: null,
  publishedAt: "2026-03-02",
  shareable,
  sentAt: null,
  isNew: true,
  picture: null,
});
const tag = (id: string, ...contents: FolderTag["contents"]): FolderTag => ({ id, name: id, slug: id, contents });

const [bridge, rails, secret] = [content("bridge"), content("rails"), content("secret", false)];
const tags = [tag("build", bridge, rails), tag("track", rails, secret)];
const all = toChoices(["build", "track"], ["build", "track"]);
const contents = toChoices(["bridge", "rails", "secret"], ["bridge", "rails"]);
const idsOf = (choices: ReturnType<typeof articleChoices>) => choices.map(({ article }) => article.id);

describe("The tags of a newsletter", () => {
  it("are in its order, followed by tags that it does not list, which are not selected", () => {
    const shown = tagChoices({ tags: toChoices(["track"], ["track"]) }, tags);
    expect(shown.map((choice) => [choice.tag.id, choice.selected])).toEqual([
      ["track", true],
      ["build", false],
    ]);
  });
});

describe("The articles of a newsletter", () => {
  it("are listed once each, under the first selected tag that they carry", () => {
    const shown = articleChoices({ tags: all, contents, groupByTags: false }, tags);
    expect(shown.map(({ article, tag: of, selected }) => [article.id, of.id, selected])).toEqual([
      ["bridge", "build", true],
      ["rails", "build", true],
      ["secret", "track", false],
    ]);
  });

  it("are in its order, or grouped by tag", () => {
    const order = toChoices(["secret", "rails", "bridge"], ["rails"]);
    expect(idsOf(articleChoices({ tags: all, contents: order, groupByTags: false }, tags))).toEqual(["secret", "rails", "bridge"]);
    expect(idsOf(articleChoices({ tags: all, contents: order, groupByTags: true }, tags))).toEqual(["rails", "bridge", "secret"]);
  });

  it("are never selected if they are not shareable, whatever is stored", () => {
    const forged = toChoices(["secret"], ["secret"]);
    expect(articleChoices({ tags: all, contents: forged, groupByTags: false }, tags).every(({ selected }) => !selected)).toBe(true);
  });

  it("are not listed without a selected tag", () => {
    expect(idsOf(articleChoices({ tags: toChoices([], ["track"]), contents, groupByTags: false }, tags))).toEqual(["rails", "secret"]);
  });
});

describe("Deselecting a tag", () => {
  const change = (selected: string[], state = { tags: all, contents }) =>
    Object.fromEntries(
      changeTags({ ...state, textBlocks: [] }, tags, { order: ["build", "track"], selected }).contents.map((choice) => [
        choice.id,
        choice.selected,
      ]),
    );

  it("deselects its articles, except those of another selected tag", () => {
    expect(change(["track"])).toEqual({ bridge: false, rails: true, secret: false });
    expect(change([])).toEqual({ bridge: false, rails: false, secret: false });
  });

  it("and selecting it again selects its shareable articles again", () => {
    const state = changeTags({ tags: all, contents, textBlocks: [] }, tags, { order: ["build", "track"], selected: [] });
    expect(change(["build", "track"], state)).toEqual({ bridge: true, rails: true, secret: false });
  });

  it("and selecting it again does not select what an earlier newsletter offered", () => {
    const offered = tags.map((one) => ({
      ...one,
      contents: one.contents.map((article) => ({ ...article, isNew: article.id === "rails" })),
    }));
    const none = changeTags({ tags: all, contents, textBlocks: [] }, offered, { order: ["build", "track"], selected: [] });
    const again = changeTags({ ...none, textBlocks: [] }, offered, { order: ["build", "track"], selected: ["build", "track"] });
    expect(again.contents.filter(({ selected }) => selected)).toEqual([{ id: "rails", selected: true }]);
  });

  it("does not reselect other articles that the user deselected", () => {
    expect(change(["build", "track"], { tags: all, contents: toChoices(["bridge", "rails"], ["rails"]) })).toMatchObject({ bridge: false });
  });
});

describe("The buttons above the articles", () => {
  const known = { ...content("known"), isNew: false, publishedAt: "2026-03-03" };
  const choose = (which: string, since = "") => chooseArticles([bridge, secret, known], which, since);

  it("select all that are shareable, none, or what is new since the last newsletter", () => {
    expect(choose("all")).toEqual(["bridge", "known"]);
    expect(choose("none")).toEqual([]);
    expect(choose("new")).toEqual(["bridge"]);
    expect(choose("anything")).toEqual([]);
  });

  it("select what was published from a day on, and nothing without a day", () => {
    expect(choose("since", "2026-03-02")).toEqual(["bridge", "known"]);
    expect(choose("since", "2026-03-03")).toEqual(["known"]);
    expect(choose("since")).toEqual([]);
  });
});

describe("An entry", () => {
  it("moves among its neighbours, but not past the ends", () => {
    expect(moved(["a", "b", "c"], "b", -1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], "c", 1)).toEqual(["a", "b", "c"]);
    expect(moved(["a", "b", "c"], "a", 1, (other) => other === "c")).toEqual(["c", "b", "a"]);
    expect(moved(["a", "b"], "x", 1)).toEqual(["a", "b"]);
  });
});

describe("The texts between articles", () => {
  const block = (id: string) => ({ id, heading: id, text: "" });
  const order = ["top", "bridge", "middle", "rails", "end"];
  const state = { tags: all, contents: toChoices(order, ["bridge", "rails"]), textBlocks: ["end", "middle", "top"].map(block) };

  it("are above the article that follows, and keep their place when tags change", () => {
    const ungrouped = { ...state, groupByTags: false };
    expect(itemOrder(ungrouped, articleChoices(ungrouped, tags))).toEqual(["top", "bridge", "middle", "rails", "secret", "end"]);
    const { contents: changed } = changeTags(state, tags, { order: ["build", "track"], selected: ["build"] });
    expect(changed.map(({ id }) => id)).toEqual([...order, "secret"]);
    expect(changed.filter(({ selected }) => selected).map(({ id }) => id)).toEqual(["bridge", "rails"]);
  });

  it("are in the group of the next selected article, or in the last one", () => {
    const tagOf = new Map([
      ["bridge", "build"],
      ["secret", "track"],
      ["rails", "track"],
    ]);
    const groups = groupsOf(["top", "bridge", "middle", "secret", "rails", "end"], tagOf, new Set(["rails"]));
    expect(Object.fromEntries(groups)).toMatchObject({ top: "track", middle: "track", end: "track", bridge: "build" });
    const grouped = { ...state, contents: toChoices(order, ["rails"]), groupByTags: true };
    expect(itemOrder(grouped, articleChoices(grouped, tags))).toEqual(["bridge", "top", "middle", "rails", "secret", "end"]);
  });
});

describe("Long lists", () => {
  const names = Array.from({ length: 500 }, (_, at) => `${at}`);
  let reads = 0;
  const counted = <Item extends { id: string }>(item: Item): Item =>
    Object.defineProperty({ ...item }, "id", {
      enumerable: true,
      get() {
        reads += 1;
        return item.id;
      },
    });
  const many = names.map((name) => counted(tag(name, counted(content(name)))));
  const state = { tags: toChoices(names, names).map(counted), contents: toChoices(names, names).map(counted), textBlocks: [] };
  const list = new Proxy(names, {
    get(target, key, receiver) {
      if (typeof key === "string" && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key, receiver);
    },
  });

  it.each([
    ["the tags", () => tagChoices(state, many)],
    ["the articles", () => articleChoices({ ...state, groupByTags: false }, many)],
    ["the articles by tag", () => articleChoices({ ...state, groupByTags: true }, many)],
    ["a change of tags", () => changeTags(state, many, { order: list, selected: list })],
    ["a posted list", () => toChoices(list, list)],
  ])("are not searched once per entry: %s", (_, work) => {
    reads = 0;
    expect(work()).toBeDefined();
    // Sorting compares each id with about nine others.
    expect(reads).toBeLessThan(names.length * 50);
  });
});
