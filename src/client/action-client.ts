/** Location of the server, and how to send requests to it. */
export interface ClientOptions {
  /** Path of the auth actions, as in the server's configuration. @default '/auth' */
  basePath?: string | undefined
  /** Scheme and host of the server. @default the origin of the page; on a server, `AUTH_URL` and its aliases */
  baseUrl?: string | undefined
  /** Function that sends the requests, for example a framework's `fetch` or a cookie-keeping one in tests. @default the platform's */
  fetch?: typeof globalThis.fetch | undefined
}

/** Result of a request. */
export interface ActionResponse {
  /** HTTP status; 0 if the server could not be reached. */
  readonly status: number
  /** False for HTTP errors and for bodies that are not JSON, for example an error page of a proxy. */
  readonly ok: boolean
  /** Parsed JSON; undefined if the body could not be parsed. */
  readonly body: unknown
}

/** Sends requests to the auth actions of one server. */
export interface ActionClient {
  /** URL in front of `/session` and other actions; a path, or an absolute URL. */
  readonly authUrl: string
  /**
   * Sends a request. A network failure is not thrown, but returned with the status 0.
   *
   * @throws Error on a server that does not know its own URL
   */
  request(action: string, init?: RequestInit): Promise<ActionResponse>
}

export function createActionClient({ basePath = '/auth', baseUrl = '', fetch }: ClientOptions): ActionClient {
  const authUrl = baseUrl.replace(/\/$/, '') + basePath.replace(/\/$/, '')
  const send = fetch ?? ((url, init) => globalThis.fetch(url, init))
  // Pages, workers and the `fetch` of frameworks resolve relative URLs.
  const isResolvable = baseUrl || fetch || globalThis.location
  return {
    authUrl,
    async request(action, init) {
      const resolvedUrl = isResolvable
        ? authUrl
        : (await import('./server-base-url.js')).resolveAuthUrl(authUrl)
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

/** Returns a field of the response body if it is a string. */
export function getStringField({ body }: ActionResponse, field: string): string | undefined {
  const value = isRecord(body) ? body[field] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Returns whether a value is an object. Arrays and `null` are not. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
