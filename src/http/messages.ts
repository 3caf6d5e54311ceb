/**
 * Requests and responses: web classes, bodies, results of actions, JSON.
 *
 * @module
 */

import { isRecord, maxJsonLevels, parseUntrustedObject } from '../base/parse.js'
import { toError } from '../base/to-error.js'
import { PayloadTooLarge, SessionUnavailable, UnknownAction } from '../errors.js'
import type { Awaitable } from '../types/common.js'
import type {
  ActionResult,
  AuthRequest,
  CookieJar,
  IncomingRequest,
  RequestHead,
  ResponseData,
  ResponseInternal,
} from '../types/request.js'
import { serializeCookie } from './cookies.js'
import { encodeForHeader } from './url.js'

/** Headers that prevent caching, because each response belongs to one user and one moment. */
export const noStoreHeaders = {
  'cache-control': 'private, no-cache, no-store',
  expires: '0',
  pragma: 'no-cache',
} as const

/** Headers of JSON. Without `nosniff`, a browser may read it as a page or a script. */
export const jsonHeaders = {
  'content-type': 'application/json',
  ...noStoreHeaders,
  'x-content-type-options': 'nosniff',
} as const

/** Creates a JSON response. */
export function createJsonResult(body: unknown, status = 200): ActionResult {
  return { status, headers: jsonHeaders, body }
}

/** Creates a redirect. */
export function createRedirectResult(to: string): ActionResult {
  return { redirect: to }
}

/** Clients that follow redirects themselves send this header to get the URL as JSON. */
export const jsonRedirectHeader = 'x-auth-return-redirect'

/** Does the client want `{ url }` instead of a redirect? */
export function isJsonRedirectRequested({ getHeader }: RequestHead): boolean {
  return getHeader(jsonRedirectHeader) != null
}

/** Does the client prefer JSON to a page? Browsers accept HTML in each navigation. */
export function isJsonRequested({ getHeader }: RequestHead): boolean {
  const accept = getHeader('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

/**
 * Whether a browser opens a page with the request (Fetch Metadata Request Headers, section 2.3). Scripts send another value, and older browsers send none.
 */
export function isNavigation({ getHeader }: RequestHead): boolean {
  return getHeader('sec-fetch-mode') === 'navigate'
}

/**
 * Builds a web `Response` from a response as data.
 *
 * @example
 * ```ts
 * import { type AuthInstance, toRequestHead, toResponse } from 'latchkey/server'
 *
 * declare const auth: AuthInstance
 *
 * export async function pay(request: Request): Promise<Response> {
 *   const { response } = await auth.requireAuth(toRequestHead(request), { maxAge: 600 })
 *   return response ? toResponse(response) : new Response('Paid.')
 * }
 * ```
 */
export function toResponse({ status, headers, body, setCookies }: ResponseData): Response {
  const response = new Response(body, { status, headers })
  for (const line of setCookies) response.headers.append('set-cookie', line)
  return response
}

/** Returns the head of a web `Request`, which is enough to read the session. */
export function toRequestHead({ method, url, headers }: Request): RequestHead {
  return { method, url, getHeader: name => headers.get(name), toHeaders: () => headers }
}

/** Returns a web `Request` as `handleIncomingRequest` of `createAuth` reads it. */
export function toIncomingRequest(request: Request): IncomingRequest {
  const { method, url, getHeader, toHeaders } = toRequestHead(request)
  return { method, url, getHeader, toHeaders, readBody: maxBytes => readText(request, maxBytes) }
}

async function readText({ headers, body }: Request, maxBytes: number): Promise<string | null> {
  if (Number(headers.get('content-length')) > maxBytes) return null
  if (!body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}

/** Maximum size of a request body, in bytes. Legitimate bodies are far smaller. */
const maxBytes = 100_000

type ParsedBody = Pick<AuthRequest, 'body' | 'form'>

const emptyBody: ParsedBody = { body: {}, form: null }

/** Maximum size of a multipart body, in bytes. Its fields are those of a form, and its files are not read. */
const maxMultipartBytes = 20_000

interface BodyParser {
  readonly mediaType: string
  readonly maxBytes: number
  /** @param contentType the whole header, with its parameters */
  parse(text: string, contentType: string): Awaitable<ParsedBody>
}

/** Parsers by media type. Other bodies are not read. */
const bodyParsers: readonly BodyParser[] = [
  { mediaType: 'application/json', maxBytes, parse: parseJsonBody },
  { mediaType: 'application/x-www-form-urlencoded', maxBytes, parse: parseFormBody },
  { mediaType: 'multipart/form-data', maxBytes: maxMultipartBytes, parse: parseMultipartBody },
]

/**
 * Reads and parses the body of a POST.
 *
 * @throws PayloadTooLarge above 100,000 bytes, or 20,000 bytes of `multipart/form-data`
 * @throws UnknownAction if the content type is JSON and the body is not a JSON object of at most 100 levels
 */
export async function parseBody(request: IncomingRequest): Promise<ParsedBody> {
  const contentType = request.getHeader('content-type') ?? ''
  const bodyParser = findBodyParser(contentType)
  if (!bodyParser) return emptyBody
  const text = await request.readBody(bodyParser.maxBytes)
  if (text === null) throw new PayloadTooLarge(`The body is larger than ${bodyParser.maxBytes} bytes.`)
  return await bodyParser.parse(text, contentType)
}

/** Checks whether bodies of a content type are read. */
export function isReadableType(contentType: string): boolean {
  return findBodyParser(contentType) !== undefined
}

function findBodyParser(contentType: string): BodyParser | undefined {
  const type = contentType.toLowerCase()
  return bodyParsers.find(({ mediaType }) => type.includes(mediaType))
}

function parseJsonBody(text: string): ParsedBody {
  const body = parseUntrustedObject(text)
  if (body) return { body, form: null }
  throw new UnknownAction(
    `The content type is JSON, but the body is not a JSON object of at most ${maxJsonLevels} levels.`,
  )
}

function parseFormBody(text: string): ParsedBody {
  // `URLSearchParams` removes a question mark at the start, which a form does not.
  const form = new URLSearchParams(text.startsWith('?') ? `&${text}` : text)
  form.delete('__proto__')
  return { body: Object.fromEntries(form), form }
}

/** `fetch` sends it for `FormData`. A body that is not what its type says has no fields. */
async function parseMultipartBody(text: string, contentType: string): Promise<ParsedBody> {
  const form = new URLSearchParams()
  try {
    const fields = await new Response(text, { headers: { 'content-type': contentType } }).formData()
    for (const [name, value] of fields) if (typeof value === 'string') form.append(name, value)
  } catch {
    return emptyBody
  }
  form.delete('__proto__')
  return { body: Object.fromEntries(form), form }
}

/** Serializes the result of an action. See docs/reference/contract.md#responses. */
export function toResponseData(head: RequestHead, result: ActionResult, jar: CookieJar | null): ResponseData {
  const cookies = jar && canSetCookies(head) ? jar.getSetCookies() : []
  const {
    status = 200,
    headers = {},
    body,
    json,
  } = result.redirect === undefined ? result : serializeRedirect(head, result.redirect)
  return {
    status,
    headers,
    body: head.method === 'HEAD' ? null : (json ?? serializeBody(headers, body)),
    setCookies: cookies.map(serializeCookie),
  }
}

function serializeBody(headers: Readonly<Record<string, string>>, body: unknown): string | null {
  if (body === undefined) return null
  return headers['content-type'] === 'application/json' ? JSON.stringify(body) : String(body)
}

/** A HEAD request changes nothing, so its response sets no cookie. */
function canSetCookies({ method }: RequestHead): boolean {
  return method !== 'HEAD'
}

function serializeRedirect(head: RequestHead, redirectUrl: string): ActionResult {
  const location = encodeForHeader(redirectUrl)
  if (!isJsonRedirectRequested(head)) return { status: 302, headers: { location, ...noStoreHeaders } }
  return {
    status: 200,
    headers: { ...jsonHeaders, location },
    body: { url: redirectUrl },
  }
}

/** Returns the result as data that is not serialized, for `raw` mode. See docs/reference/contract.md#raw-mode. */
export function toResponseInternal(
  head: RequestHead,
  { json, failure: _, ...result }: ActionResult,
  jar: CookieJar,
): ResponseInternal {
  if (!canSetCookies(head)) return { ...result, body: undefined, cookies: [] }
  const parsed: { body?: unknown } =
    json === undefined || result.body !== undefined ? {} : { body: JSON.parse(json) }
  return { ...result, ...parsed, cookies: [...jar.getSetCookies()] }
}

/**
 * Serializes what the app returned. As in Auth.js, JSON leaves out functions, symbols and members that are undefined.
 *
 * @param source what the app returned, such as `callbacks.jwt`
 * @throws SessionUnavailable that names the member, because the user is not signed out
 */
export function serializeResult(value: unknown, source: string): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    const { path, problem } = findFault(value, [], new Set()) ?? { path: '', problem: 'not valid in JSON' }
    const member = path === '' ? '' : `: its member \`${path}\` is ${problem}`
    throw new SessionUnavailable(
      `What \`${source}\` returned is not valid in JSON${member}. Convert it to text or a number, or leave it out.`,
      { err: toError(error) },
    )
  }
}

interface Fault {
  readonly path: string
  readonly problem: string
}

/** Code that walks a value needs stack for each level, as `JSON.stringify` does. */
const maxLevels = 500

/** Finds the first member that JSON cannot hold. */
function findFault(value: unknown, names: readonly string[], parents: ReadonlySet<unknown>): Fault | null {
  if (typeof value === 'bigint') return { path: toPath(names), problem: 'a BigInt' }
  if (typeof value !== 'object' || value === null) return null
  if (parents.has(value)) return { path: toPath(names), problem: 'a circular reference' }
  if (names.length > maxLevels) return { path: toPath(names), problem: 'too deep' }
  const inner = convertToJson(value)
  if (inner === undefined) return { path: toPath(names), problem: 'an object whose `toJSON` throws' }
  if (inner !== value) return findFault(inner, names, new Set([...parents, value]))
  if (!Array.isArray(value) && !isRecord(value)) return null
  const path = new Set([...parents, value])
  for (const [name, member] of Object.entries<unknown>({ ...value })) {
    const fault = findFault(member, [...names, name], path)
    if (fault) return fault
  }
  return null
}

/** Returns what `JSON.stringify` serializes instead of an object; undefined if that throws. */
function convertToJson(value: object): unknown {
  const toJSON: unknown = Reflect.get(value, 'toJSON')
  if (typeof toJSON !== 'function') return value
  try {
    return Reflect.apply(toJSON, value, ['']) ?? null
  } catch {
    // The caller names the member.
    return undefined
  }
}

/** A path of many levels shows its first ones. */
function toPath(names: readonly string[]): string {
  return names.length <= 20 ? names.join('.') : `${names.slice(0, 20).join('.')}…`
}
