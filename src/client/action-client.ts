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
export interface ActionResponse {
  /** 0 when the server could not be reached. */
  readonly status: number
  /** False also for what is not JSON: a page that answers in the server's place says nothing. */
  readonly ok: boolean
  /** Undefined when there is none that could be read. */
  readonly body: unknown
}

/** The way to the server's actions. */
export interface ActionClient {
  /** In front of `/session` and its like; a path, or a whole URL. */
  readonly authUrl: string
  /**
   * That nobody answered is an answer.
   *
   * @throws Error when a server asks that has not said where it is
   */
  request(action: string, init?: RequestInit): Promise<ActionResponse>
}

export function createActionClient({ basePath = '/auth', baseUrl = '', fetch }: ClientOptions): ActionClient {
  const authUrl = baseUrl.replace(/\/$/, '') + basePath.replace(/\/$/, '')
  const send = fetch ?? ((url, init) => globalThis.fetch(url, init))
  // A page or a worker completes a path, and so does a framework's own `fetch`.
  const isResolvable = baseUrl || fetch || globalThis.location
  return {
    authUrl,
    async request(action, init) {
      const resolvedUrl = isResolvable
        ? authUrl
        : (await import('./server-base-url.js')).resolveServerUrl(authUrl)
      try {
        return await parseResponse(await send(`${resolvedUrl}/${action}`, init))
      } catch {
        return { status: 0, ok: false, body: undefined }
      }
    },
  }
}

async function parseResponse(response: Response): Promise<ActionResponse> {
  const { status, ok } = response
  try {
    return { status, ok, body: await response.json() }
  } catch {
    return { status, ok: false, body: undefined }
  }
}

/** A field of an answer, when it is a text. */
export function getStringField({ body }: ActionResponse, field: string): string | undefined {
  const value = isRecord(body) ? body[field] : undefined
  return typeof value === 'string' ? value : undefined
}

/** An object with fields; an array and null are none. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
