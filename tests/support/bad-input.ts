export const long = (length: number) => "x".repeat(length);

/** Values for a required line → the error at the field, or the stored value. */
export const lines: [string, unknown, { error?: string; stored?: unknown }][] = [
  ["nothing", undefined, { error: "This field is required" }],
  ["null", null, { error: "This field is required" }],
  ["an empty text", "", { error: "This field is required" }],
  ["only spaces", " \t\n ", { error: "This field is required" }],
  ["only control characters", "\u0000\u0007\u200e".slice(0, 2), { error: "This field is required" }],
  ["1000 characters", long(1000), { stored: long(1000) }],
  ["1001 characters", long(1001), { error: "Please shorten this to 1000 characters at most." }],
  ["100,000 characters", long(100_000), { error: "Please shorten this to 1000 characters at most." }],
  ["control characters", "Über\u0000blick\u0007\u001b[31m", { stored: "Überblick[31m" }],
  ["half a surrogate pair", "Zug\ud83d kommt", { stored: "Zug kommt" }],
  ["emoji", "Zug 🚆👩🏽‍🔧🇩🇪", { stored: "Zug 🚆👩🏽‍🔧🇩🇪" }],
  ["right-to-left text", "שלום עולם \u202eabc", { stored: "שלום עולם \u202eabc" }],
  ["markup", "<script>alert(1)</script>", { stored: "<script>alert(1)</script>" }],
  ["a number", 5, { error: "This value is not possible here." }],
  ["a list", ["a"], { error: "This value is not possible here." }],
  ["an object", { a: 1 }, { error: "This value is not possible here." }],
  ["a truth", true, { error: "This value is not possible here." }],
];
