import sprite from "./icons.svg?url";

/** A symbol of the sprite; it says nothing to assistive technology, so words must stand beside it. */
export function Icon({ name, small = false }: { name: string; small?: boolean }) {
  return (
    <svg className={small ? "icon s" : "icon"} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
