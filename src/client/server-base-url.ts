/**
 * Where the actions are, for who asks from a server, which has no page that would complete a path.
 *
 * @param path in front of the actions; a path in the variable counts more
 * @throws Error when no variable says where the app is
 */
export function resolveServerUrl(path: string): string {
  const url = readAppUrl()
  if (!url)
    throw new Error(
      `${path} is no whole address: set AUTH_URL, or give \`baseUrl\`. To read a session, a server has \`auth()\` or \`getSession\` of its framework.`,
    )
  return url.origin + (url.pathname.replace(/\/$/, '') || path)
}

/** Where the app says that it is. Vercel writes no scheme. */
function readAppUrl(): URL | undefined {
  const { NEXTAUTH_URL_INTERNAL, AUTH_URL, NEXTAUTH_URL, VERCEL_URL } = globalThis.process?.env ?? {}
  const configuredUrl = NEXTAUTH_URL_INTERNAL || AUTH_URL || NEXTAUTH_URL || VERCEL_URL
  const absoluteUrl =
    configuredUrl && !/^https?:/i.test(configuredUrl) ? `https://${configuredUrl}` : configuredUrl
  return absoluteUrl && URL.canParse(absoluteUrl) ? new URL(absoluteUrl) : undefined
}
