import { overlay } from "../../../contract/paths";

/** The steps of the wizard, in order; the success page is not one of them. */
export const steps = ["history", "title", "tags", "articles", "recipients", "summary"] as const;
export type Step = (typeof steps)[number];

/** The steps that change a draft. */
export const formSteps = ["title", "tags", "articles", "recipients"] as const;
export type FormStep = (typeof formSteps)[number];

export const placeOf = (step: Step) => steps.indexOf(step);

export const stepAfter = (step: FormStep) =>
  (({ title: "tags", tags: "articles", articles: "recipients", recipients: "summary" }) as const)[step];
export const stepBefore = (step: Exclude<Step, "history">): Step => steps[placeOf(step) - 1] ?? "history";

/** The path of a step below the folder. */
export const stepPath = (newsletterId: string, step: Step) =>
  step === "history" ? overlay("newsletters") : overlay("newsletterStep", { newsletterId, step });
