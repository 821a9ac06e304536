import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import zxcvbn from "zxcvbn";
import { acceptedScore, oneSpelling, ownWords, scoreOf } from "../../../contract/password-score";
import type { FieldProblems } from "../errors";

/** OWASP's recommendation for Argon2id: 19 MiB and two passes, which take about 25 ms. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Name, address and workspace of a person: words that attackers know and that make a password weaker. */
export type KnownBy = readonly (string | null | undefined)[];

interface Known {
  firstName: string | null;
  lastName: string | null;
  email: string;
  client: { workspace: string; name: string };
}

/** The words about the owner of an account. */
export const knownBy = ({ firstName, lastName, email, client }: Known): KnownBy => [
  firstName,
  lastName,
  email,
  client.workspace,
  client.name,
];

/** Argon2id in PHC string format. */
export const hashPassword = (password: string) => hash(oneSpelling(password), options);

const nobodysHash = hashPassword(randomBytes(32).toString("hex"));

/** Whether the password is right. Without an account it takes equally long and returns false. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash), oneSpelling(password));
  return matches && passwordHash !== undefined;
}

/** zxcvbn's score, 0 to 4, with `words` as an additional dictionary. */
export const passwordScore = (password: string, words: KnownBy): number => scoreOf(zxcvbn, password, ownWords(words));

/** A new password, typed twice. */
export interface ChosenPassword {
  password: string;
  passwordConfirmation: string;
}

/**
 * All problems of a new password: it has to be strong, different from the current one, whose hash is `before`, and the same twice.
 */
export async function findPasswordProblems(
  { password, passwordConfirmation }: ChosenPassword,
  words: KnownBy,
  before?: string,
): Promise<FieldProblems> {
  const problems: FieldProblems = {};
  if (passwordScore(password, words) < acceptedScore) problems.password = [{ key: "weakPassword" }];
  else if (before !== undefined && (await isPassword(password, before))) problems.password = [{ key: "sameAsBefore" }];
  if (password !== passwordConfirmation) problems.passwordConfirmation = [{ key: "notSamePassword" }];
  return problems;
}
