interface Fact {
  label: string;
  value: string;
  /** Where it leads: a mail program, a telephone. */
  href?: string;
}

/** What the configuration says of the operator; a placeholder leads nowhere. */
export function OperatorFacts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="facts wide-keys limit">
      {facts.map(({ label, value, href }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{href && !value.startsWith("[") ? <a href={href}>{value}</a> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

export const mailHref = (email: string) => `mailto:${email}`;
export const phoneHref = (phone: string) => `tel:${phone.replace(/[^+\d]/g, "")}`;
