/**
 * Answers the client of NextAuth 4, and apps that were written for it, as that library did.
 *
 * @module
 */
import { AccessDenied, AuthError, CredentialsSignin, InvalidCheck } from '../errors.js'
import { jsonRedirectHeader, noStoreHeaders } from '../http/messages.js'
import { createThrownMessage, ThrownMessage } from '../sign-in/thrown-message.js'
import type { Context, Settings } from '../types/context.js'
import type { AuthRequest, RequestHead, ResponseData } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import type { ConfigState } from './settings.js'

/**
 * Creates the response to a message that the client of NextAuth 4 sends to the log of the server, or returns null. It is not logged, because anyone can send it.
 */
export function createClientLogResponse(
  { method, url }: RequestHead,
  { settings, basePath }: Pick<ConfigState, 'settings' | 'basePath'>,
): ResponseData | null {
  if (!settings?.legacySessions || method !== 'POST' || !url.includes('/_log')) return null
  if (new URL(url).pathname !== `${basePath}/_log`) return null
  return { status: 200, headers: noStoreHeaders, body: null, setCookies: [] }
}

/** Marks a request of the client of NextAuth 4, which asks in its form for the URL of a redirect, as one that asks for it by header. */
export function markNextAuth4Client(request: AuthRequest, { legacySessions }: Settings): AuthRequest {
  if (!legacySessions || request.body['json'] !== 'true') return request
  const { head } = request
  const getHeader = (name: string) => (name === jsonRedirectHeader ? '1' : head.getHeader(name))
  return { ...request, head: { ...head, getHeader } }
}

/**
 * Returns the error that the page of a failure shows, in an app that was written for NextAuth 4. It had other codes for what happens at a
 * provider.
 */
export function toNextAuth4Error(error: unknown, ctx: Context | null): unknown {
  const type = ctx?.provider?.type
  if (!ctx?.settings.showsThrownMessages || ctx.request.action !== 'callback' || !isLinkOrOAuth(type))
    return error
  if (error instanceof InvalidCheck) return createThrownMessage(error, 'OAuthCallback', 200)
  return error instanceof AuthError && !isCallbackFailure(error)
    ? error
    : createThrownMessage(error, 'Callback', 200)
}

function isLinkOrOAuth(type: ResolvedProvider['type'] | undefined): boolean {
  return type === 'oauth' || type === 'oidc' || type === 'email'
}

/** What NextAuth 4 shows as `Callback`: failures of the app, of the store, and of the provider. */
const callbackFailures: ReadonlySet<string> = new Set([
  'AdapterError',
  'CallbackRouteError',
  'OAuthCallbackError',
  'OAuthProfileParseError',
])

function isCallbackFailure(error: AuthError): boolean {
  return callbackFailures.has(error.type) && !(error instanceof ThrownMessage)
}

/** Sets the status of a failed sign-in for a client that follows redirects itself: wrong credentials are no success there. */
export function setNextAuth4Status(
  response: ResponseData,
  error: unknown,
  ctx: Context | null,
): ResponseData {
  const { settings, provider, request } = ctx ?? {}
  const isExpected =
    settings?.showsThrownMessages || (settings?.legacySessions && request?.body['json'] === 'true')
  if (!isExpected || response.status !== 200 || provider?.type !== 'credentials') return response
  return { ...response, status: getFailureStatus(error) }
}

function getFailureStatus(error: unknown): number {
  if (error instanceof ThrownMessage) return error.status
  if (error instanceof CredentialsSignin) return 401
  return error instanceof AccessDenied ? 403 : 200
}
