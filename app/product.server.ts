import { AsyncLocalStorage } from "node:async_hooks";
import type { Environment } from "../config/environment";

/**
 * One installation: its configuration, and all state of the web application and its embedded API. Remix loads one build per process, and calls
 * its modules without any context of ours; so the server runs each request in its product (`inProduct`).
 */
export interface Product {
  /** Of the process, if unset. */
  environment?: Environment | undefined;
  /** By the name given to `perProduct`. */
  states: Map<string, unknown>;
}

type Create<State> = (environment?: Environment) => State;

const serving = new AsyncLocalStorage<Product>();
const creators = new Map<string, Create<unknown>>();
let ofProcess: Product | undefined;

/** A product with all its state. Throws if its configuration is wrong. */
export function createProduct(environment?: Environment): Product {
  const product: Product = { environment, states: new Map() };
  for (const name of creators.keys()) stateOf(product, name);
  return product;
}

export const inProduct = <Result>(product: Product, fn: () => Result): Result => serving.run(product, fn);

/** The product that the current request is for; otherwise the one that the environment of the process describes. */
export function currentProduct(): Product {
  const product = serving.getStore();
  if (product) return product;
  ofProcess ??= createProduct();
  return ofProcess;
}

/** State that each product has its own of. The returned function finds the one of the current product. */
export function perProduct<State>(name: string, create: Create<State>): (product?: Product) => State {
  creators.set(name, create);
  return (product = currentProduct()) => stateOf(product, name) as State;
}

function stateOf(product: Product, name: string): unknown {
  const { environment, states } = product;
  if (!states.has(name))
    states.set(
      name,
      inProduct(product, () => creators.get(name)?.(environment)),
    );
  return states.get(name);
}
