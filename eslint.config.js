import playwright from "eslint-plugin-playwright";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

const attribute =
  "JSXAttribute[name.name=/^(alt|aria-(description|label|placeholder|roledescription|valuetext)|closeLabel|label|placeholder|summary|title)$/]";
/** Text other than the product's name or the beginning of an address. */
const words = "/^(?!\\s*(Folda|https:\\/\\/)\\s*$).*\\p{L}/su";

// Biome formats and has most rules, and oxlint those that need types. These need an analysis of regular expressions, or custom patterns.
export default tseslint.config(
  { ignores: ["build", ".wireit", "data", "public", "server.js", "**/.cache", "test-results", "playwright-report"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.{js,ts,tsx}"],
    languageOptions: { parser: tseslint.parser },
  },
  {
    files: ["{app,api,config,contract,server}/**/*.{ts,tsx}", "packages/*/src/**/*.ts"],
    ignores: ["**/*.test.{ts,tsx}"],
    plugins: { regexp },
    rules: {
      "no-restricted-properties": ["error", { object: "URL", property: "canParse", message: "Use parseUrl, which says why." }],
      "regexp/no-super-linear-backtracking": "error",
      "regexp/no-super-linear-move": "error",
    },
  },
  {
    files: ["app/**/*.tsx"],
    ignores: ["app/ui/**", "**/*.test.tsx"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...[
          `JSXText[value=${words}]`,
          `:matches(JSXElement, JSXFragment, ${attribute}) > JSXExpressionContainer > Literal[value=${words}]`,
          `:matches(JSXElement, JSXFragment, ${attribute}) > JSXExpressionContainer > :matches(ConditionalExpression, LogicalExpression) > Literal[value=${words}]`,
          `${attribute} > Literal[value=${words}]`,
        ].map((selector) => ({ selector, message: "People read this text: move it to locales/." })),
      ],
    },
  },
  {
    files: ["tests/e2e/**"],
    plugins: { playwright },
    rules: {
      "playwright/missing-playwright-await": "error",
      "playwright/no-focused-test": "error",
      "playwright/no-force-option": "error",
      "playwright/no-networkidle": "error",
      "playwright/no-page-pause": "error",
      "playwright/no-skipped-test": ["error", { allowConditional: true }],
      "playwright/no-wait-for-timeout": "error",
      "playwright/prefer-web-first-assertions": "error",
      "playwright/valid-expect": "error",
    },
  },
);
