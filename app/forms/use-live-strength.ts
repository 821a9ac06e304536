import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { acceptedScore, ownWords, scoreOf } from "../../contract/password-score";
import { rulesOf, type Strength } from "./password-rules";

interface NewPasswordInputs {
  password: RefObject<HTMLInputElement>;
  confirmation: RefObject<HTMLInputElement>;
}

interface LiveStrength extends Strength {
  /** The password is not strong, or not confirmed. If it cannot be rated here, this is left to the server. */
  isHeldBack: boolean;
}

/**
 * Rates a new password while it is being typed. The 400 KB library is loaded when one of the fields is first focused. The server has the
 * final say, as it knows more of the user's own words than `words` and the form.
 */
export function useLiveStrength(inputs: NewPasswordInputs, words: string[]) {
  const [live, setLive] = useState<LiveStrength>();
  const [isAwake, setAwake] = useState(false);
  const library = useRef<(password: string, words: string[]) => { score: number }>();
  const isLoading = useRef(false);

  function judge(): LiveStrength {
    const { password, confirmation } = valuesOf(inputs);
    const known = ownWords([...words, ...otherValues(inputs.password.current)]);
    const score = library.current && password !== "" ? scoreOf(library.current, password, known) : undefined;
    const isReady = score === acceptedScore && password === confirmation;
    const judged = { score, rules: rulesOf(password), isHeldBack: password === "" || (score !== undefined && !isReady) };
    setLive(judged);
    return judged;
  }

  function load(): void {
    if (isLoading.current) return;
    isLoading.current = true;
    import("zxcvbn").then(
      (module) => {
        library.current = module.default;
        if (valuesOf(inputs).password !== "") judge();
      },
      // The server rates the password anyway; the next focus tries again.
      () => {
        isLoading.current = false;
      },
    );
  }

  function begin(): void {
    judge();
    load();
  }

  // The user may have started typing before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    setAwake(true);
    const fields = [inputs.password.current, inputs.confirmation.current];
    if (fields.some((field) => field && (field === document.activeElement || field.value !== ""))) begin();
  }, []);

  return {
    live,
    isHeldBack: live?.isHeldBack ?? isAwake,
    inputProps: { onFocus: begin, onInput: judge },
    /** Also handles Enter in a field, which clicks the button. Rates again, because password managers fill fields without events. */
    holdBack(event: MouseEvent): void {
      const { isHeldBack, score } = judge();
      if (!isHeldBack) return;
      event.preventDefault();
      (score === acceptedScore ? inputs.confirmation : inputs.password).current?.focus();
    },
  };
}

const valuesOf = ({ password, confirmation }: NewPasswordInputs) => ({
  password: password.current?.value ?? "",
  confirmation: confirmation.current?.value ?? "",
});

/** Other values in the form: workspace and address at sign-up, the address of a signed-in user. */
function otherValues(input: HTMLInputElement | null): string[] {
  const controls = input?.form ? [...input.form.elements] : [];
  return controls.flatMap((control) => (control instanceof HTMLInputElement && control.type !== "password" ? [control.value] : []));
}
