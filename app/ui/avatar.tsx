interface AvatarProps {
  /** The display name; its first two letters stand in for a picture. */
  name: string;
  size?: "sm" | "md" | "lg";
  /** Whether it is the signed-in person. */
  me?: boolean;
}

/** Stands beside the name, so it is hidden from assistive technology, and drawn by the stylesheet: without one it would run into the name. */
export function Avatar({ name, size = "md", me = false }: AvatarProps) {
  const classes = ["avatar", size === "md" ? "" : size, me ? "me" : ""].filter(Boolean).join(" ");
  return <span className={classes} data-letters={[...name].slice(0, 2).join("")} aria-hidden="true" />;
}
