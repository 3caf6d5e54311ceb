import { type RequestHead, type SetCookie, serializeCookie } from '../../server.js'

/** The cookies that a response sets. */
export interface ResponseCookies {
  /** Sets cookies. The last write of a name wins. */
  set(cookies: readonly SetCookie[]): void
  /** Whether a cookie can still be set: the response has not started. */
  canSet(): boolean
  /** Returns the head of the request, with the cookies that the browser will have after the response. */
  getHead(): RequestHead
  /** Returns the values of the `Set-Cookie` headers. */
  getLines(): readonly string[]
  /** Returns the values of the `Set-Cookie` headers. After that, no cookie can be set. */
  close(): readonly string[]
}

/** Collects the cookies of the response to a request. */
export function collectResponseCookies(head: RequestHead): ResponseCookies {
  let cookies: readonly SetCookie[] = []
  let isOpen = true
  return {
    set: changed => {
      const names = new Set(changed.map(({ name }) => name))
      cookies = [...cookies.filter(({ name }) => !names.has(name)), ...changed]
    },
    canSet: () => isOpen,
    getHead: () => (cookies.length > 0 ? replaceCookies(head, cookies) : head),
    getLines: () => cookies.map(serializeCookie),
    close: () => {
      isOpen = false
      return cookies.map(serializeCookie)
    },
  }
}

function replaceCookies(head: RequestHead, cookies: readonly SetCookie[]): RequestHead {
  const cookie = buildCookieHeader(head.getHeader('cookie') ?? '', cookies)
  return {
    ...head,
    getHeader: name => (name === 'cookie' ? cookie : head.getHeader(name)),
    toHeaders: () => {
      const copy = new Headers(head.toHeaders())
      copy.set('cookie', cookie)
      return copy
    },
  }
}

/** Builds the `Cookie` header that the browser sends once it has the cookies. */
function buildCookieHeader(sent: string, cookies: readonly SetCookie[]): string {
  const names = new Set(cookies.map(({ name }) => name))
  const kept = sent.split(/; */).filter(pair => pair !== '' && !names.has(pair.replace(/=.*/s, '')))
  const added = cookies.filter(({ options }) => options.maxAge !== 0)
  return [...kept, ...added.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)].join('; ')
}
