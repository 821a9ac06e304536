interface Fact {
  label: string;
  value: string;
  /** A mailto: or tel: URL. */
  href?: string;
}

/** The operator's details from the configuration. Placeholders such as "[…]" are not linked. */
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
