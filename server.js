// What remix-serve is given, built from server/main.ts.
export * from "./build/http/main.js";
