import { type RequestHead, type SetCookie, serializeCookie } from '../../server.js'

/** Collects the cookies of the response to a request. */
export class ResponseCookies {
  private readonly head: RequestHead
  private cookies: readonly SetCookie[] = []
  private isOpen = true

  constructor(head: RequestHead) {
    this.head = head
  }

  /** Sets cookies. The last write wins of those that a browser stores in one place. */
  set(changed: readonly SetCookie[]): void {
    const places = new Set(changed.map(getPlace))
    this.cookies = [...this.cookies.filter(cookie => !places.has(getPlace(cookie))), ...changed]
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

/** A browser stores cookies of one name separately if their domain or path differs, or one of them is partitioned. */
function getPlace({ name, options: { domain = '', path = '/', partitioned = false } }: SetCookie): string {
  return `${name};${domain};${path};${partitioned}`
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
