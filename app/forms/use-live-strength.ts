import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { acceptedScore, ownWords, scoreOf } from "../../contract/password-score";
import { rulesOf, type Strength } from "./password-rules";

interface NewPasswordInputs {
  password: RefObject<HTMLInputElement>;
  confirmation: RefObject<HTMLInputElement>;
}

interface LiveStrength extends Strength {
  /** Not strong, or not twice the same; as long as nobody can judge it, the server is asked. */
  isHeldBack: boolean;
}

/**
 * Judges a new password while it is typed. The library is 400 KB: it is fetched when one of the fields is first focused, and never
 * before. The server's answer decides; it knows more of its owner's words than `words` and the form.
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
      // Without it the server judges; the next focus tries again.
      () => {
        isLoading.current = false;
      },
    );
  }

  function begin(): void {
    judge();
    load();
  }

  // Somebody may have begun before the page came to life.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes to life
  useEffect(() => {
    setAwake(true);
    const fields = [inputs.password.current, inputs.confirmation.current];
    if (fields.some((field) => field && (field === document.activeElement || field.value !== ""))) begin();
  }, []);

  return {
    live,
    isHeldBack: live?.isHeldBack ?? isAwake,
    inputProps: { onFocus: begin, onInput: judge },
    /** Enter in a field is a click on the button too. Judged anew: a password manager fills fields without a word. */
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

/** What else stands in the form: workspace and address of who signs up, the address of who is signed in. */
function otherValues(input: HTMLInputElement | null): string[] {
  const controls = input?.form ? [...input.form.elements] : [];
  return controls.flatMap((control) => (control instanceof HTMLInputElement && control.type !== "password" ? [control.value] : []));
}
