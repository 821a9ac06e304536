import { createContext, useContext } from "react";

interface DocumentParts {
  /** Permits inline scripts and styles in the Content-Security-Policy. Browsers hide the attribute from scripts. */
  nonce?: string;
  /** The texts of the matched routes by namespace, for hydration. */
  texts?: Record<string, Record<string, unknown>>;
}

/** Set only when rendering the document on the server; empty in the browser. */
export const DocumentContext = createContext<DocumentParts>({});
export const useDocument = () => useContext(DocumentContext);
