interface Named {
  firstName: string | null;
  lastName: string | null;
  email: string;
}

/** First and last name, or else the e-mail address. */
export function displayName({ firstName, lastName, email }: Named): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
}
