// The entry that remix-serve loads; built from server/main.ts.
export * from "./build/http/main.js";
