/**
 * What all requests to a provider share: their parameters, the placeholders in these, and limits of time and size.
 *
 * @module
 */
import * as oauth from 'oauth4webapi'
import { findCauseCode } from '../../base/error-code.js'
import { interpolate, listPlaceholders } from '../../base/template.js'
import { toError } from '../../base/to-error.js'
import { AuthError, PayloadTooLarge } from '../../errors.js'
import type { TokenSet } from '../../types/account.js'
import type { Awaitable } from '../../types/common.js'
import type { Context } from '../../types/context.js'
import type { ParameterNames } from '../../types/endpoint.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import { shouldUseProxy } from './redirect-proxy.js'

/** Some firewalls refuse requests without it. */
export const userAgent = 'latchkey'
/** The timeout of a request to a provider, in milliseconds, with its body. */
const timeoutMs = 10_000
/** The maximum size of a response in bytes. Real responses are a hundredth of it. */
const maxResponseBytes = 1_000_000

/** The part of a request that the flow and the protocol library use. */
interface BoundedFetchInit {
  readonly method?: string | undefined
  readonly headers?: HeadersInit | undefined
  readonly body?: BodyInit | null | undefined
}

/** A response whose body has been read. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}

/** Sends a request to a provider. */
export type BoundedFetch = (url: string, init: BoundedFetchInit) => Promise<Response>

const boundedFetches = new WeakMap<typeof fetch, BoundedFetch>()

/**
 * Returns a provider's `fetch` with a timeout, a size limit and no redirects. It is the same function for the same `fetch`, because
 * caches are keyed by it.
 */
export function getBoundedFetch(provider: { readonly fetch: typeof fetch }): BoundedFetch {
  const cached = boundedFetches.get(provider.fetch)
  if (cached) return cached
  const boundedFetch: BoundedFetch = async (url, init) =>
    toResponse(await fetchWithLimits(provider.fetch, url, init))
  boundedFetches.set(provider.fetch, boundedFetch)
  return boundedFetch
}

/** Returns the request options for oauth4webapi. `assertSecureUrl` decides about plain http, with a better error. */
export function toHttpRequestOptions(provider: { readonly fetch: typeof fetch }) {
  return { [oauth.customFetch]: getBoundedFetch(provider), [oauth.allowInsecureRequests]: true as const }
}

/** Sends a request with a timeout, a size limit and no redirects, and reads the response. */
export async function fetchWithLimits(
  fetch: typeof globalThis.fetch,
  url: string,
  init: BoundedFetchInit,
): Promise<ReceivedResponse> {
  const controller = new AbortController()
  const { promise: timeout, cancel } = startTimeout(controller)
  try {
    const response = await Promise.race([
      callFetch(fetch, url, { ...init, signal: controller.signal }),
      timeout,
    ])
    return await Promise.race([readResponse(url, response), timeout])
  } catch (error) {
    // Closes the connection of a response that was not read.
    controller.abort()
    throw error instanceof AuthError ? error : createRequestError(url, error)
  } finally {
    cancel()
  }
}

/** Names the origin and the code, such as `ECONNREFUSED`, which `fetch` hides in the cause of "fetch failed". */
function createRequestError(url: string, failure: unknown): Error {
  const error = toError(failure)
  const origin = getOrigin(url)
  if (error.message.startsWith(origin)) return error
  const code = findCauseCode(error)
  const message = `The request to ${origin} failed: ${code ?? error.message}`
  return Object.assign(new Error(message, { cause: error }), { name: error.name }, code ? { code } : {})
}

interface Timeout {
  /** Rejects after the timeout. */
  readonly promise: Promise<never>
  readonly cancel: () => void
}

/**
 * Aborts after the timeout, and rejects: a custom `fetch` may ignore the signal. `AbortSignal.timeout` would keep each signal until its
 * timeout, also after the response.
 */
function startTimeout(controller: AbortController): Timeout {
  let timer: ReturnType<typeof setTimeout> | undefined
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
      controller.abort(error)
      reject(error)
    }, timeoutMs)
  })
  return { promise, cancel: () => clearTimeout(timer) }
}

function callFetch(
  fetch: typeof globalThis.fetch,
  url: string,
  init: BoundedFetchInit & { signal: AbortSignal },
) {
  return fetch(url, {
    method: init.method ?? 'GET',
    headers: init.headers ?? {},
    body: init.body ?? null,
    // workerd does not support `error`. With `manual`, a redirect fails the status check.
    redirect: 'manual',
    signal: init.signal,
  })
}

async function readResponse(url: string, response: Response): Promise<ReceivedResponse> {
  const { status, headers } = response
  if (status >= 200 && status <= 599) return { status, headers, body: await readLimitedBody(url, response) }
  throw new TypeError(
    `${getOrigin(url)} responded with status ${status}. Expected a status from 200 to 599. Redirects are not followed.`,
  )
}

/** Creates a `Response` for code that expects one. */
export function toResponse({ status, headers, body }: ReceivedResponse): Response {
  const isNullBodyStatus = status === 204 || status === 205 || status === 304
  return new Response(isNullBodyStatus ? null : body, { status, headers })
}

/** The rest of a URL can contain tokens. */
function getOrigin(url: string): string {
  return new URL(url).origin
}

async function readLimitedBody(url: string, response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    chunks.push(chunk.value)
    size += chunk.value.byteLength
    if (size <= maxResponseBytes) continue
    await reader?.cancel()
    throw new PayloadTooLarge(`The response of ${getOrigin(url)} is larger than ${maxResponseBytes} bytes.`)
  }
  return joinChunks(chunks, size)
}

function joinChunks(chunks: readonly Uint8Array<ArrayBuffer>[], size: number): Uint8Array<ArrayBuffer> {
  const [first] = chunks
  if (first && chunks.length === 1) return first
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

/** A part of a sign-in at a provider, and the URL that it requests. */
export interface ProviderStep {
  readonly step: 'discovery' | 'token request' | 'ID token verification' | 'userinfo request'
  readonly url?: string | undefined
}

/** Kept beside the errors, because they come from other code, and a cached failure is thrown again. */
const failedSteps = new WeakMap<Error, ProviderStep>()

/** Runs a step of a sign-in. If it fails, `getFailedStep` returns the step of the error. Of nested steps, the inner one counts. */
export async function runStep<T>(step: ProviderStep, run: () => Awaitable<T>): Promise<T> {
  try {
    return await run()
  } catch (failure) {
    const error = toError(failure)
    if (!failedSteps.has(error)) failedSteps.set(error, step)
    throw error
  }
}

/** Returns the step that threw this error. */
export function getFailedStep(error: Error): ProviderStep | undefined {
  return failedSteps.get(error)
}

/** Returns the redirect URI: the callback URL of this deployment, or that of the redirect proxy. */
export function getRedirectUri(ctx: Context, provider: ResolvedOAuthProvider): string {
  const { id, redirectProxyUrl } = provider
  return redirectProxyUrl && shouldUseProxy(ctx, provider)
    ? `${redirectProxyUrl}/callback/${id}`
    : getCallbackUrl(ctx, provider)
}

/** Returns the callback URL of this deployment. */
export function getCallbackUrl({ authUrl }: Context, { id }: ResolvedOAuthProvider): string {
  return `${authUrl}/callback/${id}`
}

/** Names and values of a query, a form or headers. */
export type SearchParamsEntries = ReadonlyArray<readonly [string, string]>

/** Renames parameters to other names, or drops those whose new name is empty. */
export function renameParams(
  entries: SearchParamsEntries,
  newNames: ParameterNames,
): Array<[string, string]> {
  return entries.flatMap(([name, value]) => {
    const newName = Object.hasOwn(newNames, name) ? newNames[name] : name
    return newName ? [[newName, value] satisfies [string, string]] : []
  })
}

/** Sets query parameters of a URL. */
export function setSearchParams(baseUrl: string, entries: SearchParamsEntries): string {
  const url = new URL(baseUrl)
  for (const [name, value] of entries) url.searchParams.set(name, value)
  return url.href
}

/** Returns the value of a placeholder such as `{callback.…}`, `{tokens.…}` or `{profile.…}`. */
export type PlaceholderResolver = (name: string) => string | undefined

/** Creates the resolver for the placeholders of one sign-in: the callback parameters, and the tokens once they are known. */
export function createPlaceholderResolver(
  provider: ResolvedOAuthProvider,
  params: URLSearchParams,
  tokens: TokenSet = {},
): PlaceholderResolver {
  const callbackParams = Object.fromEntries(params)
  return createLookup({
    callback: provider.callback.getPlaceholderValues?.(callbackParams) ?? callbackParams,
    tokens,
  })
}

/** Adds the values of the profile. */
export function createProfilePlaceholderResolver(
  resolvePlaceholder: PlaceholderResolver,
  profile: Readonly<Record<string, unknown>>,
): PlaceholderResolver {
  const profileValues = createLookup({ profile })
  return name => profileValues(name) ?? resolvePlaceholder(name)
}

function createLookup(sources: Readonly<Record<string, object>>): PlaceholderResolver {
  const sourceMap = new Map(Object.entries(sources))
  return name => {
    const [source = '', key = ''] = name.split('.')
    const value: unknown = new Map(Object.entries(sourceMap.get(source) ?? {})).get(key)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
}

/**
 * Fills the placeholders of a URL. Returns an empty string if a value is missing. A value at the start is itself a URL; any other is
 * encoded as one part.
 */
export function interpolateUrl(template: string, resolvePlaceholder: PlaceholderResolver): string {
  if (listPlaceholders(template).some(name => resolvePlaceholder(name) === undefined)) return ''
  const [prefix = ''] = /^\{[\w.]+\}/.exec(template) ?? []
  return (
    interpolate(prefix, resolvePlaceholder) +
    interpolate(template.slice(prefix.length), name => encodeUrlPart(resolvePlaceholder(name)))
  )
}

/** Removes a value of dots only, which would be a parent directory. */
function encodeUrlPart(value: string | undefined): string | undefined {
  return value && encodeURIComponent(value).replace(/^\.+$/, '')
}

/** Fills the placeholders of parameters or headers. */
export function interpolateEntries(
  templates: Readonly<Record<string, string>> | undefined,
  resolvePlaceholder: PlaceholderResolver,
): Array<[string, string]> {
  return Object.entries(templates ?? {}).map(([name, template]) => [
    name,
    interpolate(template, resolvePlaceholder),
  ])
}

/** Does the provider respond with a cross-site form? OAuth 2.0 Form Post Response Mode. */
export function isFormPost({ authorizationParams }: ResolvedOAuthProvider): boolean {
  return authorizationParams.response_mode === 'form_post'
}
