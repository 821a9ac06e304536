import { describe, expect, it } from "vitest";
import { type EmailLists, isEmailAllowed, isEmailChangeAllowed } from "./email-lists";

const lists = (emailWhitelist: string[], emailBlacklist: string[] = []): EmailLists => ({ emailWhitelist, emailBlacklist });

describe("The e-mail lists of a workspace", () => {
  it.each<[string, string, EmailLists]>([
    ["everybody without lists", "a@anywhere.example", lists([])],
    ["a listed domain", "a@good.example", lists(["good.example"])],
    ["its subdomains", "a@mail.berlin.good.example", lists(["good.example"])],
    ["any case of letters", "A.Nna@GOOD.Example", lists(["Good.EXAMPLE"])],
    ["a domain written with an @", "a@good.example", lists(["@good.example"])],
    ["a domain written with a dot, and spaces around it", "a@good.example", lists(["  .good.example. "])],
    ["a listed address", "Anna@good.example", lists(["anna@Good.example"])],
    ["one of several entries", "a@other.example", lists(["good.example", "other.example"])],
    ["a domain with an umlaut, written either way", "a@xn--bcher-kva.example", lists(["bücher.example"])],
    ["an address that is not on the black list", "a@good.example", lists([], ["evil.example", "b@good.example"])],
    ["a plus address of a listed domain", "a+b@good.example", lists(["good.example"])],
  ])("allow %s: %s", (_, email, given) => expect(isEmailAllowed(email, given)).toBe(true));

  it.each<[string, string, EmailLists]>([
    ["another domain", "a@evil.example", lists(["good.example"])],
    ["a domain with the same ending", "a@evilgood.example", lists(["good.example"])],
    ["a domain with the same beginning", "a@good.example.evil.example", lists(["good.example"])],
    ["the domain above a listed one", "a@good.example", lists(["mail.good.example"])],
    ["two @", "a@evil.example@good.example", lists(["good.example"])],
    ["two @, even without lists", "a@evil.example@good.example", lists([])],
    ["a listed address in front of another", "anna@good.example@evil.example", lists(["anna@good.example"])],
    ["the listed domain as a name", "good.example@evil.example", lists(["good.example"])],
    ["somebody else at the domain of a listed address", "ben@good.example", lists(["anna@good.example"])],
    ["a subdomain of a listed address's domain", "anna@mail.good.example", lists(["anna@good.example"])],
    ["a domain on both lists", "a@good.example", lists(["good.example"], ["good.example"])],
    ["an address on the black list in a good domain", "Evil@good.example", lists(["good.example"], ["evil@good.example"])],
    ["a subdomain on the black list", "a@mail.good.example", lists(["good.example"], ["mail.good.example"])],
    ["a subdomain of a domain on the black list", "a@mail.evil.example", lists([], ["EVIL.example"])],
    ["a lookalike letter", "a@gооd.example", lists(["good.example"])],
    ["no @", "good.example", lists(["good.example"])],
    ["nothing before the @", "@good.example", lists(["good.example"])],
    ["nothing after the @", "good.example@", lists(["good.example"])],
    ["anybody by an empty entry", "a@evil.example", lists(["", " ", "@", "."])],
  ])("reject %s: %s", (_, email, given) => expect(isEmailAllowed(email, given)).toBe(false));
});

describe("a person with an address that the whitelist does not allow", () => {
  const given = { emailWhitelist: ["demo.example"], emailBlacklist: ["chef@partner.example"] };
  it.each([
    ["changes within the own domain", "neu@Partner.example", true],
    ["changes to an allowed one", "neu@demo.example", true],
    ["does not change to a blocked one of the own domain", "chef@partner.example", false],
    ["does not change to one of another domain", "neu@evil.example", false],
    ["does not change to two addresses in one", "neu@evil.example@partner.example", false],
  ])("%s", (_, email, isAllowed) => expect(isEmailChangeAllowed(email, "alt@partner.example", given)).toBe(isAllowed));
});
