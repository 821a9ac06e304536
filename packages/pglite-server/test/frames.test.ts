import { describe, expect, test } from "vitest";
import {
  BackendMessages,
  FrontendMessages,
  MalformedMessage,
  queryMessage,
  startupMessage,
  syncMessage,
  withOwnNames,
  withoutCopyFromClient,
} from "../src/frames";

function message(type: string, content: string | Buffer): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

describe("what a client sends", () => {
  const sent = [queryMessage("select 1"), message("P", `\0${"x".repeat(1_000)}\0\0\0`), syncMessage()];

  test.each([1, 2, 3, 7, 64, 5_000])("is cut into the same messages when it arrives in pieces of %i bytes", (size) => {
    const incoming = new FrontendMessages(10_000);
    const stream = Buffer.concat(sent);
    const taken: Buffer[] = [];
    for (let at = 0; at < stream.length; at += size) {
      incoming.add(stream.subarray(at, at + size));
      for (let next = incoming.take(); next; next = incoming.take()) taken.push(Buffer.from(next));
    }
    expect(taken).toEqual(sent);
  });

  test("begins with a message without type", () => {
    const incoming = new FrontendMessages(10_000);
    const first = startupMessage("anna", "folda");
    incoming.add(first.subarray(0, 6));
    expect(incoming.takeUntyped()).toBeUndefined();
    incoming.add(Buffer.concat([first.subarray(6), syncMessage()]));
    expect(incoming.takeUntyped()).toEqual(first);
    expect(incoming.take()).toEqual(syncMessage());
  });

  test.each([0, 3, -1, 10_001])("is refused when it claims a length of %i", (length) => {
    const incoming = new FrontendMessages(10_000);
    const header = Buffer.from("Q\0\0\0\0");
    header.writeInt32BE(length, 1);
    incoming.add(header);
    expect(() => incoming.take()).toThrow(MalformedMessage);
  });
});

describe("what the backend sends", () => {
  const row = message("D", "a row that ends like one: Z\0\0\0\x05I");
  const ready = message("Z", "I");

  test.each([1, 2, 5, 6, 11, 1_000])("is followed by its framing in pieces of %i bytes", (size) => {
    const statusAfter = (stream: Buffer) => {
      const sent = new BackendMessages();
      for (let at = 0; at < stream.length; at += size) sent.add(stream.subarray(at, at + size));
      return sent.readyStatus;
    };
    expect(statusAfter(Buffer.concat([row, ready]))).toBe("I");
    expect(statusAfter(Buffer.concat([ready, row]))).toBeUndefined();
    expect(statusAfter(Buffer.concat([row, ready]).subarray(0, -1))).toBeUndefined();
    expect(statusAfter(Buffer.concat([ready, message("Z", "T")]))).toBe("T");
    expect(statusAfter(Buffer.concat([message("1", ""), message("Z", "E")]))).toBe("E");
    expect(statusAfter(message("1", ""))).toBeUndefined();
  });
});

describe("names of statements and portals", () => {
  const own = (type: string, content: string) => {
    const made: string[] = [];
    const renamed = withOwnNames(message(type, content), "c7_", (name) => made.push(name));
    return { renamed, made };
  };

  test("get the connection's prefix wherever they occur", () => {
    expect(own("P", "find\0select 1\0\0\0")).toEqual({ renamed: message("P", "c7_find\0select 1\0\0\0"), made: ["c7_find"] });
    expect(own("B", "page\0find\0\0\0").renamed).toEqual(message("B", "c7_page\0c7_find\0\0\0"));
    expect(own("B", "\0find\0\0\0").renamed).toEqual(message("B", "\0c7_find\0\0\0"));
    expect(own("B", "page\0\0\0\0").renamed).toEqual(message("B", "c7_page\0\0\0\0"));
    expect(own("D", "Sfind\0").renamed).toEqual(message("D", "Sc7_find\0"));
    expect(own("C", "Ppage\0").renamed).toEqual(message("C", "Pc7_page\0"));
    expect(own("E", "page\0\0\0\0\0").renamed).toEqual(message("E", "c7_page\0\0\0\0\0"));
  });

  test("stay as they are when there is none", () => {
    for (const [type, content] of [
      ["P", "\0select 1\0\0\0"],
      ["B", "\0\0\0\0"],
      ["D", "S\0"],
      ["Q", "select 1\0"],
    ] as const) {
      expect(own(type, content)).toEqual({ renamed: message(type, content), made: [] });
    }
  });
});

test("COPY FROM STDIN becomes a statement that fails, anything else stays", () => {
  expect(withoutCopyFromClient(queryMessage("begin; COPY a (b)\nFROM STDIN")).toString()).toContain("RAISE feature_not_supported");
  const parsed = withoutCopyFromClient(message("P", "load\0copy a from stdin\0\0\0")).toString();
  expect(parsed).toMatch(/^P.{4}load\0DO .*END \$\$\0\0\0$/s);
  for (const kept of [queryMessage("copy a to stdout"), queryMessage("select copy from a"), message("B", "copy a from stdin\0")]) {
    expect(withoutCopyFromClient(kept)).toBe(kept);
  }
});
