import { Icon } from "./icon";

export function HighPriority({ label }: { label: string }) {
  return (
    <span className="high" title={label}>
      <Icon name="high" />
      <span className="vh">{label}</span>
    </span>
  );
}
