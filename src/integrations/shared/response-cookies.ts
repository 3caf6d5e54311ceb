import { type RequestHead, type SetCookie, serializeCookie } from '../../server.js'

/** Collects the cookies of the response to a request. */
export class ResponseCookies {
  private readonly head: RequestHead
  private cookies: readonly SetCookie[] = []
  private isOpen = true

  constructor(head: RequestHead) {
    this.head = head
  }

  /** Sets cookies. The last write of a name wins. */
  set(changed: readonly SetCookie[]): void {
    const names = new Set(changed.map(({ name }) => name))
    this.cookies = [...this.cookies.filter(({ name }) => !names.has(name)), ...changed]
  }

  /** Whether no cookie was set. */
  isEmpty(): boolean {
    return this.cookies.length === 0
  }

  /** Whether a cookie can still be set: the response has not started. */
  canSet(): boolean {
    return this.isOpen
  }

  /** Returns the head of the request, with the cookies that the browser will have after the response. */
  getHead(): RequestHead {
    return this.cookies.length > 0 ? replaceCookies(this.head, this.cookies) : this.head
  }

  /** Returns the values of the `Set-Cookie` headers. */
  getLines(): readonly string[] {
    return this.cookies.map(serializeCookie)
  }

  /** Returns the values of the `Set-Cookie` headers. After that, no cookie can be set. */
  close(): readonly string[] {
    this.isOpen = false
    return this.getLines()
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
