/**
 * State of the process, by a unique name, which all copies of a module share. The development server keeps earlier copies in use after it has
 * reloaded a module, and tests load modules next to the built product. This is the only use of `globalThis`.
 */
export function ofProcess<State>(name: string, create: () => State): State {
  const key = Symbol.for(`folda.${name}`);
  const holder = globalThis as { [key]?: State };
  holder[key] ??= create();
  return holder[key];
}
