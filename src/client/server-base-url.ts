/**
 * Returns the absolute URL of the auth actions for a client on a server, which has no page to resolve a path against.
 *
 * @param path path of the auth actions; a path in the environment variable takes precedence
 * @throws Error if no environment variable contains the URL of the app
 */
export function resolveAuthUrl(path: string): string {
  const url = readAppUrl()
  if (!url)
    throw new Error(
      `"${path}" is not an absolute URL. Set AUTH_URL or \`baseUrl\`. To read a session on a server, use \`auth()\` or \`getSession\` of your framework.`,
    )
  return url.origin + (url.pathname.replace(/\/$/, '') || path)
}

/** Reads the URL of the app from the environment. `VERCEL_URL` has no scheme. */
function readAppUrl(): URL | undefined {
  const { NEXTAUTH_URL_INTERNAL, AUTH_URL, NEXTAUTH_URL, VERCEL_URL } = globalThis.process?.env ?? {}
  const configuredUrl = NEXTAUTH_URL_INTERNAL || AUTH_URL || NEXTAUTH_URL || VERCEL_URL
  const absoluteUrl =
    configuredUrl && !/^https?:/i.test(configuredUrl) ? `https://${configuredUrl}` : configuredUrl
  try {
    // Not `URL.canParse`, which some versions of Node get wrong for letters outside ASCII.
    return absoluteUrl ? new URL(absoluteUrl) : undefined
  } catch {
    return undefined
  }
}
