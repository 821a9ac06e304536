export { DataDirectoryInUse, type DirectoryLock, lockDirectory } from "./lock";
export { addressOfRunning, type PgliteServer, type PgliteServerOptions, startPgliteServer } from "./open";
