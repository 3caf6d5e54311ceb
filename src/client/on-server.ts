import { isOnServer } from './occasions.js'
import type { ClientOptions } from './wire.js'

/** In front of the actions: a path, which a browser completes, or a whole URL. */
export function baseOf({ basePath = '/auth', baseUrl, fetch }: ClientOptions): string {
  const path = withoutSlash(basePath)
  // A framework's own `fetch` knows where it is.
  const known = baseUrl === undefined && !fetch && isWithoutPlace() ? serverUrl() : undefined
  if (!known) return withoutSlash(baseUrl ?? '') + path
  return known.origin + (withoutSlash(known.pathname) || path)
}

/** @throws Error where a path stands alone, and nothing completes it */
export function assertWhole(base: string): void {
  if (!base.startsWith('/') || !isWithoutPlace()) return
  throw new Error(
    `${base} is no whole address: set AUTH_URL, or give \`baseUrl\`. To read a session, a server has \`auth()\` or \`getSession\` of its framework.`,
  )
}

/** A server, that is: a page and a worker lie somewhere. */
function isWithoutPlace(): boolean {
  return isOnServer() && typeof location === 'undefined'
}

/** Where the app says that it is. Vercel writes no scheme. */
function serverUrl(): URL | undefined {
  const { NEXTAUTH_URL_INTERNAL, AUTH_URL, NEXTAUTH_URL, VERCEL_URL } = globalThis.process?.env ?? {}
  const told = NEXTAUTH_URL_INTERNAL || AUTH_URL || NEXTAUTH_URL || VERCEL_URL
  const whole = told && !/^https?:/i.test(told) ? `https://${told}` : told
  return whole && URL.canParse(whole) ? new URL(whole) : undefined
}

function withoutSlash(text: string): string {
  return text.replace(/\/$/, '')
}
