/** Upload progress in bytes. */
export interface Upload {
  sent: number;
  total: number;
}

let upload: Upload | undefined;
const listeners = new Set<() => void>();

export const currentUpload = (): Upload | undefined => upload;

export function onUpload(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function showUpload(next: Upload | undefined): void {
  upload = next;
  for (const listener of listeners) listener();
}
