import type { ReactNode } from "react";
import { Icon } from "./icon";

/** What came of a page's one button, in its place: it stays, unlike a notice. */
export function Outcome({ type, children }: { type: "success" | "error"; children: ReactNode }) {
  return (
    <div className={`notice ${type}`} role={type === "error" ? "alert" : "status"}>
      <Icon name={type} />
      <p>{children}</p>
    </div>
  );
}
