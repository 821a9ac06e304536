import { type Action, isPermitted, type Permitted, type Scope } from "../permissions/permissions";
import type { Viewer } from "../permissions/viewer";
import { NotAllowed, NotFound } from "./errors";

/** The thing, marked as permitted; `NotFound` where the person cannot even see it, `NotAllowed` where others may. */
export function requirePermission<T extends Scope, A extends Action>(viewer: Viewer, action: A, place: T): Permitted<T, A> {
  if (isPermitted(viewer, action, place)) return place as Permitted<T, A>;
  throw isVisible(viewer, place) ? new NotAllowed() : new NotFound();
}

/** Whether the person may know that it is there. Everybody knows their workspace. */
function isVisible(viewer: Viewer, place: Scope): boolean {
  if (place.team === undefined) return place.clientId === viewer.clientId;
  return isPermitted(viewer, place.folder ? "folder:read" : "team:read", place);
}
