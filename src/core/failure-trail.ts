/**
 * What the log has of a failed request under its reference. Loaded at the first failure.
 *
 * @module
 */
import * as platform from '#crypto'
import { findCauseCode } from '../base/error-code.js'
import { AuthError } from '../errors.js'
import { encodeCrockford } from '../plugin-kit/base32.js'
import type { FailureTrail } from '../types/logger.js'
import type { RequestProgress } from './request-progress.js'
import type { ConfigState } from './settings.js'

/** Characters of 5 random bits. */
const referenceLength = 10

/** Maximum number of errors in a chain of causes. */
const maxCauses = 5

/** The name of a class, a method or an option. Longer ones, and words with other characters, could come from outside. */
const namePattern = /^[A-Za-z][\w.]{0,39}$/

/** The codes of RFC 6749, RFC 6750, RFC 7009, RFC 8707, RFC 9449, RFC 9470 and OpenID Connect Core. A provider chooses others freely. */
const protocolCodes: ReadonlySet<unknown> = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'insufficient_scope',
  'insufficient_user_authentication',
  'interaction_required',
  'invalid_client',
  'invalid_dpop_proof',
  'invalid_grant',
  'invalid_request',
  'invalid_request_object',
  'invalid_request_uri',
  'invalid_scope',
  'invalid_target',
  'invalid_token',
  'login_required',
  'redirect_uri_mismatch',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'unsupported_token_type',
  'use_dpop_nonce',
])

/** Codes of systems, of runtimes and of libraries for tokens and TLS. */
const systemCode = /^(?:E[A-Z]{2,20}|(?:CERT|DEPTH|ERR|SELF_SIGNED|UNABLE|UND_ERR)_[A-Z_]{1,50})$/

/** Creates a new reference with what the request passed and why it failed. It contains no text that a visitor or a provider chose. */
export function createFailureTrail(
  failure: Error,
  state: Pick<ConfigState, 'settings'>,
  progress: RequestProgress,
): FailureTrail {
  const passed = listPassedChecks(state, progress)
  const steps = [
    `${describeTarget(state, progress)} at ${new Date().toISOString()}`,
    passed.length > 0 ? `passed: ${passed.join(', ')}` : 'passed: nothing',
    `failed: ${listCauses(failure).map(describeCause).join(' < ')}`,
  ]
  return { reference: generateReference(), trail: steps.join('; ') }
}

function generateReference(): string {
  return encodeCrockford(platform.generateRandomBytes(7)).slice(0, referenceLength)
}

/** An id or a path that is not configured is the visitor's text. */
function describeTarget(
  { settings }: Pick<ConfigState, 'settings'>,
  { request, serverFunction }: RequestProgress,
): string {
  if (serverFunction) return `${serverFunction} of server code`
  if (!request) return 'a request that cannot be read'
  const { method, action, providerId, plugin } = request
  if (plugin) {
    const actions = settings?.plugins.find(({ id }) => id === plugin.id)?.actions ?? {}
    return `${method} ${Object.hasOwn(actions, plugin.path) ? `${plugin.id}/${plugin.path}` : plugin.id}`
  }
  if (providerId === null) return `${method} ${action}`
  const provider = settings?.providers.get(providerId)
  return `${method} ${action} of ${provider ? `provider ${provider.id} (${provider.type})` : 'an unknown provider'}`
}

function listPassedChecks(
  { settings }: Pick<ConfigState, 'settings'>,
  { request, ctx }: RequestProgress,
): readonly string[] {
  const checks: readonly (readonly [passed: boolean, name: string])[] = [
    [request !== null, 'request'],
    [settings !== null, 'configuration'],
    [ctx?.csrf?.verified === true, 'CSRF token'],
    [ctx !== null, 'callback URL'],
    [ctx !== null && ctx.provider !== null, 'provider'],
    [ctx !== null && hasClearedCookie(ctx, ctx.cookieOptions.state.name), 'cookie of the sign-in'],
    [ctx !== null && hasClearedCookie(ctx, ctx.cookieOptions.webauthnChallenge.name), 'passkey challenge'],
  ]
  return checks.filter(([passed]) => passed).map(([, name]) => name)
}

/** A cookie of a flow is cleared when it is used. */
function hasClearedCookie({ jar }: NonNullable<RequestProgress['ctx']>, start: string): boolean {
  return jar.getSetCookies().some(({ name, options }) => options.maxAge === 0 && name.startsWith(start))
}

/** Returns the error and its causes. A cause can refer to itself. */
function listCauses(failure: Error): readonly Error[] {
  const causes = [failure]
  for (const error of causes) {
    const inner = findCause(error)
    if (inner && !causes.includes(inner) && causes.length < maxCauses) causes.push(inner)
  }
  return causes
}

function findCause({ cause }: Error): Error | null {
  const inner = cause instanceof Error ? cause : readMember(cause, 'err')
  return inner instanceof Error ? inner : null
}

/** The details that Latchkey sets, in the words of the log. */
const details = ['step', 'origin', 'method', 'callback', 'event', 'plugin'] as const

function describeCause(error: Error): string {
  const type = error instanceof AuthError ? error.type : error.name
  const name = namePattern.test(type) ? type : 'Error'
  const codes = [readMember(error, 'code'), readMember(error.cause, 'code'), findCauseCode(error)]
  const code = codes.find(isKnownCode)
  const parts = [
    ...(error instanceof AuthError ? details.flatMap(detail => describeDetail(error, detail)) : []),
    ...(typeof code === 'string' ? [`code ${code}`] : []),
  ]
  return parts.length > 0 ? `${name} (${parts.join(', ')})` : name
}

function describeDetail(error: AuthError, detail: (typeof details)[number]): string[] {
  const value = readMember(error.cause, detail)
  const isSafe = typeof value === 'string' && (detailPatterns[detail] ?? namePattern).test(value)
  return isSafe ? [`${detail} ${value}`] : []
}

const detailPatterns: Readonly<Record<string, RegExp>> = {
  step: /^[A-Za-z][A-Za-z -]{0,59}$/,
  origin: /^https?:\/\/[a-z\d.-]{1,100}(?::\d{1,5})?$/,
}

function isKnownCode(code: unknown): boolean {
  return protocolCodes.has(code) || (typeof code === 'string' && systemCode.test(code))
}

/** Errors of other software can be objects of any form. */
function readMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
