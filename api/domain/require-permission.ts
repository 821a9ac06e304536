import { type Action, isPermitted, type Permitted, type Scope } from "../permissions/permissions";
import type { Viewer } from "../permissions/viewer";
import { NotAllowed, NotFound } from "./errors";

/** Returns the object, typed as permitted. Throws `NotFound` if the viewer may not even see it, otherwise `NotAllowed`. */
export function requirePermission<T extends Scope, A extends Action>(viewer: Viewer, action: A, scope: T): Permitted<T, A> {
  if (isPermitted(viewer, action, scope)) return scope as Permitted<T, A>;
  throw isVisible(viewer, scope) ? new NotAllowed() : new NotFound();
}

/** Whether the viewer may know that the object exists. The workspace itself is visible to its members. */
function isVisible(viewer: Viewer, scope: Scope): boolean {
  if (scope.team === undefined) return scope.clientId === viewer.clientId;
  return isPermitted(viewer, scope.folder ? "folder:read" : "team:read", scope);
}
