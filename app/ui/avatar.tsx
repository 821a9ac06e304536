interface AvatarProps {
  /** The display name; its first two letters replace a picture. */
  name: string;
  size?: "sm" | "md" | "lg";
  /** Whether it is the signed-in user. */
  me?: boolean;
}

/** Decorative, because the name is next to it. The letters are generated content, so that without CSS they do not run into the name. */
export function Avatar({ name, size = "md", me = false }: AvatarProps) {
  const classes = ["avatar", size === "md" ? "" : size, me ? "me" : ""].filter(Boolean).join(" ");
  return <span className={classes} data-letters={[...name].slice(0, 2).join("")} aria-hidden="true" />;
}
