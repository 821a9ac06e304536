import { describe, expect, it } from "vitest";
import { type EmailLists, isEmailAllowed } from "./email-lists";

const lists = (emailWhitelist: string[], emailBlacklist: string[] = []): EmailLists => ({ emailWhitelist, emailBlacklist });

describe("Whom the lists of a workspace let in", () => {
  it.each<[string, string, EmailLists]>([
    ["everybody, where there is no list", "a@anywhere.example", lists([])],
    ["a listed domain", "a@good.example", lists(["good.example"])],
    ["its subdomains", "a@mail.berlin.good.example", lists(["good.example"])],
    ["any case of letters", "A.Nna@GOOD.Example", lists(["Good.EXAMPLE"])],
    ["a domain written with an @", "a@good.example", lists(["@good.example"])],
    ["a domain written with a dot, and spaces around it", "a@good.example", lists(["  .good.example. "])],
    ["a listed address", "Anna@good.example", lists(["anna@Good.example"])],
    ["one of several entries", "a@other.example", lists(["good.example", "other.example"])],
    ["a domain with an umlaut, written either way", "a@xn--bcher-kva.example", lists(["bücher.example"])],
    ["who is on no black list", "a@good.example", lists([], ["evil.example", "b@good.example"])],
    ["a plus address of a listed domain", "a+b@good.example", lists(["good.example"])],
  ])("%s: %s", (_, email, given) => expect(isEmailAllowed(email, given)).toBe(true));

  it.each<[string, string, EmailLists]>([
    ["another domain", "a@evil.example", lists(["good.example"])],
    ["a domain that only ends alike", "a@evilgood.example", lists(["good.example"])],
    ["a domain that only begins alike", "a@good.example.evil.example", lists(["good.example"])],
    ["the domain above a listed one", "a@good.example", lists(["mail.good.example"])],
    ["two @", "a@evil.example@good.example", lists(["good.example"])],
    ["two @, without lists too", "a@evil.example@good.example", lists([])],
    ["a listed address in front of another", "anna@good.example@evil.example", lists(["anna@good.example"])],
    ["the listed domain as a name", "good.example@evil.example", lists(["good.example"])],
    ["somebody else at the domain of a listed address", "ben@good.example", lists(["anna@good.example"])],
    ["a subdomain of a listed address's domain", "anna@mail.good.example", lists(["anna@good.example"])],
    ["a domain on both lists", "a@good.example", lists(["good.example"], ["good.example"])],
    ["an address on the black list in a good domain", "Evil@good.example", lists(["good.example"], ["evil@good.example"])],
    ["a subdomain on the black list", "a@mail.good.example", lists(["good.example"], ["mail.good.example"])],
    ["a subdomain of a domain on the black list", "a@mail.evil.example", lists([], ["EVIL.example"])],
    ["a letter that looks alike", "a@gооd.example", lists(["good.example"])],
    ["no @", "good.example", lists(["good.example"])],
    ["nothing before the @", "@good.example", lists(["good.example"])],
    ["nothing after it", "good.example@", lists(["good.example"])],
    ["anybody by an empty entry", "a@evil.example", lists(["", " ", "@", "."])],
  ])("not %s: %s", (_, email, given) => expect(isEmailAllowed(email, given)).toBe(false));
});
