import type { ReactNode } from "react";
import { Icon } from "./icon";

/** The result of a page's only button, shown in its place. Unlike a flash message, it does not disappear. */
export function Outcome({ type, children }: { type: "success" | "error"; children: ReactNode }) {
  return (
    <div className={`notice ${type}`} role={type === "error" ? "alert" : "status"}>
      <Icon name={type} />
      <p>{children}</p>
    </div>
  );
}
