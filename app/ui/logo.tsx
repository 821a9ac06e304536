/** The product's logo; its colour is `--logo`. */
export function Logo() {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true">
      <path className="shape" d="M5 3h18.5l-6 7H12v15H5z" />
      <path className="fold" d="M12 12.5h9.5l-5.5 6.5h-4z" />
    </svg>
  );
}
