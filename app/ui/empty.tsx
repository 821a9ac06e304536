import type { ReactNode } from "react";
import { Icon } from "./icon";

interface EmptyProps {
  icon?: string;
  title: string;
  /** Explains why it is empty, and what to do next. */
  children?: ReactNode;
  action?: ReactNode;
  compact?: boolean;
}

export function Empty({ icon, title, children, action, compact = false }: EmptyProps) {
  const Heading = compact ? "h3" : "h2";
  return (
    <div className={compact ? "empty compact-box" : "empty"}>
      {icon ? <Icon name={icon} /> : null}
      <Heading>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {action ? <div className="cluster">{action}</div> : null}
    </div>
  );
}
