import { Link } from "@remix-run/react";
import { type KeyboardEvent, type ReactNode, useContext } from "react";
import { Discover } from "./discover";
import { Icon } from "./icon";

interface MenuProps {
  summary: ReactNode;
  /** Classes of the button. */
  button: string;
  /** Text of a button that shows only an icon. */
  label?: string;
  /** Accessible name of a button whose text is not sufficient. */
  name?: string;
  className?: string;
  placement?: "at-start" | "up";
  children: ReactNode;
}

/**
 * A `<details>` element that works without JavaScript. With JavaScript, Escape and choosing an entry close it, and arrow keys move between
 * entries. Only one menu is open at a time.
 */
export function Menu({ summary, button, label, name, className, placement, children }: MenuProps) {
  return (
    <details className={className ? `menu ${className}` : "menu"} name="menu" onKeyDown={moveWithKeys} onClick={closeAfterChoice}>
      <summary className={button} aria-label={name}>
        {summary}
        {label ? <span className="vh">{`${label} `}</span> : null}
      </summary>
      <div className={placement ? `menu-panel ${placement}` : "menu-panel"}>{children}</div>
    </details>
  );
}

interface MenuLinkProps {
  to: string;
  icon?: string;
  danger?: boolean;
  current?: boolean;
  children: ReactNode;
}

export function MenuLink({ to, icon, danger = false, current, children }: MenuLinkProps) {
  const discover = useContext(Discover);
  return (
    <>
      <Link
        className={danger ? "menu-item danger" : "menu-item"}
        to={to}
        aria-current={current ? "true" : undefined}
        discover={discover}
        preventScrollReset
      >
        {icon ? <Icon name={icon} /> : null}
        {children}
      </Link>{" "}
      {/* The space is for browsers that show entries in one line. */}
    </>
  );
}

/** Moves focus to the button, because an overlay later returns focus to the element that had it, and a hidden entry could not take it. */
function closeAfterChoice(event: React.MouseEvent<HTMLDetailsElement>) {
  const menu = event.currentTarget;
  if (!(event.target instanceof Element && event.target.closest(".menu-item"))) return;
  menu.querySelector("summary")?.focus({ preventScroll: true });
  menu.open = false;
}

function moveWithKeys(event: KeyboardEvent<HTMLDetailsElement>) {
  const menu = event.currentTarget;
  if (!menu.open) return;
  const summary = menu.querySelector("summary");
  if (event.key === "Escape") {
    menu.open = false;
    summary?.focus();
    event.preventDefault();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = [summary, ...menu.querySelectorAll<HTMLElement>(".menu-item")].filter((stop) => stop !== null);
  const next = stops[(stops.indexOf(document.activeElement as HTMLElement) + step + stops.length) % stops.length];
  next?.focus();
  event.preventDefault();
}
