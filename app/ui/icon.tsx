import sprite from "./icons.svg?url";

/** An icon from the sprite. Hidden from assistive technology, so it needs a text next to it. */
export function Icon({ name, small = false }: { name: string; small?: boolean }) {
  return (
    <svg className={small ? "icon s" : "icon"} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
