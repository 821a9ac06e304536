import { createContext, useContext } from "react";

interface DocumentParts {
  /** The only way for an inline script or style past the Content-Security-Policy. Browsers hide it from scripts. */
  nonce?: string;
  /** Texts of the matched routes by namespace, for the browser to start with. */
  texts?: Record<string, Record<string, unknown>>;
}

/** What only the document on the server has; empty in the browser. */
export const DocumentContext = createContext<DocumentParts>({});
export const useDocument = () => useContext(DocumentContext);
