/** The illustration on error pages: a railway track that ends. */
export function DeadEnd() {
  return (
    <svg viewBox="0 0 640 48" aria-hidden="true" className="dead-end">
      <path d="M0 24H560" fill="none" stroke="currentColor" strokeWidth="4" />
      <path d="M568 6v36" stroke="currentColor" strokeWidth="6" />
      <circle cx="420" cy="24" r="7" fill="var(--canvas)" stroke="var(--ink)" strokeWidth="3" />
      <circle cx="240" cy="24" r="7" fill="var(--canvas)" stroke="var(--ink)" strokeWidth="3" />
      <circle cx="90" cy="24" r="7" fill="var(--canvas)" stroke="var(--ink)" strokeWidth="3" />
    </svg>
  );
}
