import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

// lynx and w3m as a person at a terminal uses them: with the keys that go to a field, fill it and press a button.

const run = promisify(execFile);

/**
 * Fills a line, writes text with several lines, or selects an option, found by the words directly before it; or presses a button, toggles a checkbox or
 * follows a link, found by its label. An address can also be typed. Words and text are ASCII, because keys are bytes.
 */
type Step =
  | { fill: string; text: string }
  | { write: string; text: string }
  | { choose: string; option: string }
  | { press: string }
  | { toggle: string }
  | { follow: string }
  /** Presses the first of several buttons with this label. */
  | { pressFirst: string }
  | { open: string };

export interface TextBrowser {
  /** The text of a page in one line. */
  read(path: string): Promise<string>;
  /** Opens a page, performs the steps in order, and returns the resulting text in one line. */
  use(path: string, ...steps: Step[]): Promise<string>;
}

interface Place {
  /** An empty directory for cookies and settings. */
  home: string;
  baseUrl: string;
}

/** lynx numbers links, fields and buttons; a number followed by `g` goes there. */
export function openLynx({ home, baseUrl }: Place): TextBrowser {
  const [jar, settings, keys, result] = ["cookies", "lynx.cfg", "keys", "result.txt"].map((name) => join(home, name)) as Four;
  mkdirSync(home, { recursive: true });
  writeFileSync(
    settings,
    `PERSISTENT_COOKIES:TRUE
ACCEPT_ALL_COOKIES:TRUE
COOKIE_FILE:${jar}
COOKIE_SAVE_FILE:${jar}
DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED
# Else the number of the next field would be typed into this one.
TEXTFIELDS_NEED_ACTIVATION:TRUE
# Nobody reads its messages.
NO_PAUSE:TRUE
`,
  );
  const always = ["-display_charset=utf-8", `-cfg=${settings}`];
  const dump = (path: string) => start("lynx", ["-dump", "-nolist", ...always, baseUrl + path], home);
  const [enter, erase, nextField] = ["^J", "^U", "^I"];

  /** The keys for one step on this page. */
  function keysFor(page: string, step: Step): string[] {
    if ("open" in step) return ["g", erase, ...baseUrl, ...step.open, enter];
    if ("press" in step) return [...numberOf(page, `\\(\\[(\\d+)\\]\\w+\\) ${step.press}`), "g", enter, enter];
    if ("pressFirst" in step) return keysFor(page, { press: step.pressFirst });
    if ("toggle" in step) return [...numberOf(page, `\\[(\\d+)\\]\\[.\\] ${step.toggle}`), "g", enter, enter];
    if ("follow" in step) return [...numberOf(page, `\\[(\\d+)\\]${step.follow}`), "g", enter, enter];
    const [label] = Object.values(step);
    const activate = [...numberOf(page, `${label}[^\\[]*\\[(\\d+)\\]`), "g", enter, enter];
    return "choose" in step ? [...activate, "/", ...step.option, enter, enter] : [...activate, erase, ...step.text, nextField];
  }

  return {
    read: async (path) => oneLine(await dump(path)),
    async use(path, ...steps) {
      const page = await dump(path);
      const save = ["p", "1", enter, erase, ...result, enter];
      const typed = [...steps.flatMap((step) => keysFor(page, step)), ...save];
      writeFileSync(keys, typed.map((key) => `key ${key === " " ? "<space>" : key}\n`).join(""));
      rmSync(result, { force: true });
      await start("lynx", [...always, `-cmd_script=${keys}`, baseUrl + path], home);
      return oneLine(readFileSync(result, "utf8"));
    },
  };
}

/** w3m searches by `/`, from the top after `g`, and backwards from the end after `G?`; Tab moves on to the field after a label. */
export function openW3m({ home, baseUrl }: Place): TextBrowser {
  mkdirSync(home, { recursive: true });
  const [result, written] = [join(home, "result.txt"), join(home, "written.txt")];
  // An editor would be started for texts of several lines. A button "Suchen" differs from "Wonach suchen Sie?".
  const always = ["-O", "UTF-8", "-cookie", "-no-mouse", "-o", `editor=cp ${written}`, "-o", "ignorecase_search=0"];

  const erase = "\u0001\u000b";
  function keysFor(step: Step): string {
    if ("open" in step) return `U${erase}${baseUrl}${step.open}\r`;
    if ("press" in step || "follow" in step) return `G?${"press" in step ? step.press : step.follow}\r\r`;
    // The checkbox is before its label; Escape and Tab lead back to it.
    if ("toggle" in step) return `g/${step.toggle}\r\u001b\t\r`;
    if ("pressFirst" in step) return `g/${step.pressFirst}\r\r`;
    if ("choose" in step) return `g/${step.choose}\r\t\r/${step.option}\r\r`;
    if ("fill" in step) return `g/${step.fill}\r\t\r${erase}${step.text}\r`;
    writeFileSync(written, step.text);
    return `g/${step.write}\r\t\r`;
  }

  return {
    read: async (path) => oneLine(await start("w3m", ["-dump", ...always, baseUrl + path], home)),
    async use(path, ...steps) {
      rmSync(result, { force: true });
      // Unlike lynx it needs a terminal, which `script` provides.
      const command = ["w3m", ...always, baseUrl + path].map((word) => `'${word}'`).join(" ");
      await start("script", ["-qec", command, "/dev/null"], home, `${steps.map(keysFor).join("")}S${result}\rqy`);
      return oneLine(readFileSync(result, "utf8"));
    },
  };
}

type Four = [string, string, string, string];

/** Without line ends and lynx's numbers. */
const oneLine = (text: string) => text.replaceAll(/\[\d+\]/g, "").replaceAll(/\s+/g, " ");

function numberOf(page: string, pattern: string): string[] {
  // Labels may be wrapped.
  const [, number] = new RegExp(pattern.replaceAll(" ", "\\s+")).exec(page) ?? [];
  if (!number) throw new Error(`Nothing like ${pattern} on:\n${page}`);
  return [...number];
}

/** Runs a program with these keys. */
async function start(program: string, args: string[], home: string, keys = ""): Promise<string> {
  try {
    const env = { ...process.env, HOME: home, LANG: "C.UTF-8", TERM: "vt100" };
    const running = run(program, args, { env, timeout: 240_000 });
    const { stdin, stdout } = running.child;
    // The program may close its input before all keys are written.
    stdin?.on("error", () => {});
    // Before it draws, the terminal would take some of them as its own commands.
    if (keys) stdout?.once("data", () => stdin?.end(keys));
    else stdin?.end();
    return (await running).stdout;
  } catch (error) {
    // lynx exits with 1 after showing a 404.
    const { code, stdout } = error as { code?: unknown; stdout?: string };
    if (code === 1 && stdout) return stdout;
    throw error;
  }
}
