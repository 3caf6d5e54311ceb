import { parseObject } from '../../base/parse.js'

/** Milliseconds. */
const timeout = 10_000

/** A response of a site. Redirects are not followed. */
export interface Reply {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Requests a URL of a site. @returns null if there is no response */
export async function requestSite(url: string, init: RequestInit = {}): Promise<Reply | null> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeout) })
    return { url, status: response.status, headers: response.headers, text: await response.text() }
  } catch {
    return null
  }
}

/** Reads the CSRF token of a response of `csrf`. Null if it is not one. */
export function readToken({ status, text }: Reply): string | null {
  const { csrfToken } = (status === 200 && parseObject(text)) || {}
  return typeof csrfToken === 'string' ? csrfToken : null
}
