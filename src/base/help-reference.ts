/**
 * The https URL of the documentation, without a slash at the end: set it when the site is published. Then messages end with the URL of their page,
 * and `npm run docs:build` writes absolute URLs. Until then messages end with a command of the package.
 */
const docsUrl: string | null = null

/** Returns what follows a message: where the cause and the fix of an error type or warning code are explained. */
export function getHelpReference(code: string): string {
  const url = getHelpUrl(code)
  return url === null ? `Details: npx latchkey explain ${code}` : `See ${url}`
}

/** Returns the URL at which an error type or warning code is explained, or null if the documentation is not published. */
export function getHelpUrl(code: string): string | null {
  return getPageUrl(`errors/${code}`)
}

/** Returns the URL of a page below `docs`, such as `guides/cli.md`, or null if the documentation is not published. */
export function getPageUrl(page: string): string | null {
  return docsUrl === null ? null : `${docsUrl}/${page.replace('.md', '')}`
}
