import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import zxcvbn from "zxcvbn";
import { acceptedScore, oneSpelling, ownWords, scoreOf } from "../../../contract/password-score";
import type { FieldProblems } from "../errors";

/** OWASP's recommendation for Argon2id (19 MiB, two passes): about 25 ms, and 19 MiB for that long. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Names, addresses, the workspace: what somebody is known by must not make their password. */
export type KnownBy = readonly (string | null | undefined)[];

interface Known {
  firstName: string | null;
  lastName: string | null;
  email: string;
  client: { workspace: string; name: string };
}

/** What the owner of an account is known by. */
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

/** Whether it is the password; without an account it takes as long, and answers no. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash), oneSpelling(password));
  return matches && passwordHash !== undefined;
}

/** zxcvbn's score, 0 to 4, with what its owner is known by as extra dictionary. */
export const passwordScore = (password: string, words: KnownBy): number => scoreOf(zxcvbn, password, ownWords(words));

/** A password that somebody chooses, typed twice. */
export interface ChosenPassword {
  password: string;
  passwordConfirmation: string;
}

/**
 * All that is wrong with a password, wherever one is chosen: it has to be strong, another one than `before`, the hash of the one they
 * have, and the same twice.
 */
export async function findPasswordProblems(
  { password, passwordConfirmation }: ChosenPassword,
  words: KnownBy,
  before?: string,
): Promise<FieldProblems> {
  const problems: FieldProblems = {};
  if (passwordScore(password, words) < acceptedScore) problems.password = [{ key: "weakPassword" }];
  else if (before !== undefined && (await isPassword(password, before))) problems.password = [{ key: "sameAsBefore" }];
  if (password !== passwordConfirmation) problems.password_confirmation = [{ key: "notSamePassword" }];
  return problems;
}
