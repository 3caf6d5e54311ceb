/** Where a client finds the server. */
export interface ClientOptions {
  /** Where the actions lie, as in the server's configuration. @default '/auth' */
  basePath?: string | undefined
  /** Scheme and host of the server. @default the page's own; on a server, where AUTH_URL and its like say that it is */
  baseUrl?: string | undefined
  /** Sends the requests: a framework's own, say, or one that keeps cookies in a test. @default the platform's */
  fetch?: typeof globalThis.fetch | undefined
}

/** What came of a request. */
export interface Answer {
  /** 0 when the server could not be reached. */
  readonly status: number
  /** False also for what is not JSON: a page that answers in the server's place says nothing. */
  readonly ok: boolean
  /** Undefined when there is none that could be read. */
  readonly body: unknown
}

/** The way to the server's actions. */
export interface Wire {
  /** In front of `/session` and its like; a path, or a whole URL. */
  readonly base: string
  /**
   * That nobody answered is an answer.
   *
   * @throws Error when a server asks that has not said where it is
   */
  ask(action: string, init?: RequestInit): Promise<Answer>
}

export function openWire({ basePath = '/auth', baseUrl = '', fetch }: ClientOptions): Wire {
  const base = baseUrl.replace(/\/$/, '') + basePath.replace(/\/$/, '')
  const send = fetch ?? ((url, init) => globalThis.fetch(url, init))
  // A page or a worker completes a path, and so does a framework's own `fetch`.
  const isPlaced = baseUrl || fetch || globalThis.location
  return {
    base,
    async ask(action, init) {
      const place = isPlaced ? base : (await import('./server.js')).baseOf(base)
      try {
        return await read(await send(`${place}/${action}`, init))
      } catch {
        return { status: 0, ok: false, body: undefined }
      }
    },
  }
}

async function read(response: Response): Promise<Answer> {
  const { status, ok } = response
  try {
    return { status, ok, body: await response.json() }
  } catch {
    return { status, ok: false, body: undefined }
  }
}

/** A field of an answer, when it is a text. */
export function textOf({ body }: Answer, field: string): string | undefined {
  const value = isRecord(body) ? body[field] : undefined
  return typeof value === 'string' ? value : undefined
}

/** An object with fields; an array and null are none. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
