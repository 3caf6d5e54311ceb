/**
 * Explains why a step of a sign-in at a provider failed, and how to fix it. Loaded when a sign-in fails, so that no other request pays for
 * it.
 *
 * @module
 */
import * as oauth from 'oauth4webapi'
import { findCauseCode } from '../../base/error-code.js'
import { isRecord, parseUrl } from '../../base/parse.js'
import { getProviderEnvName } from '../../config/environment.js'
import { redactText } from '../../config/logger.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import type { ProviderStep } from './provider-requests.js'

/** The description of a failure for the log. It contains no secret. */
export interface FailureDescription {
  readonly message: string
  /** The code of the system, of the protocol library or of the provider, such as `ECONNREFUSED` or `invalid_client`. */
  readonly code: string | undefined
  readonly origin: string | undefined
}

/** What went wrong, and the fix if it is known. */
interface FailureCause {
  readonly code: string | undefined
  readonly reason: string
  readonly fix: string | undefined
}

/** Describes a failure: the provider, the step, the origin of the request, the reason and the likely fix. */
export function describeFailure(
  error: Error,
  provider: ResolvedOAuthProvider,
  failedStep: ProviderStep | undefined,
): FailureDescription {
  const origin = parseUrl(failedStep?.url ?? '')?.origin
  const { code, reason, fix } = describeCause(error, provider)
  const step = failedStep?.step ?? 'callback'
  const location = origin === undefined || reason.includes(origin) ? '' : ` at ${origin}`
  const sentence = `The ${step} of provider "${provider.id}"${location} failed: ${reason.replace(/\.$/, '')}.`
  return { code, origin, message: fix === undefined ? sentence : `${sentence} ${fix}` }
}

/** The parameters of an authorization error response, RFC 6749 section 4.1.2.1. */
export interface AuthorizationErrorResponse {
  readonly error: string
  readonly error_description?: string | null | undefined
}

/** An authorization error response for the log, and its codes for the page of the app. */
export interface AuthorizationErrorDescription extends Pick<FailureDescription, 'message' | 'code'> {
  /** The code of the vendor at the start of the description, such as `AADB2C90118`. */
  readonly vendorCode: string | undefined
}

/** A code of RFC 6749, OpenID Connect Core section 3.1.2.6 and their extensions, or of a vendor in the same form. */
const providerErrorPattern = /^[a-z][a-z\d_]{0,39}$/

/** The codes that Microsoft writes at the start of a description. */
const vendorCodePattern = /^(?:AADB2C|AADSTS)\d{4,7}(?!\w)/

/** Describes an error that the provider returned instead of a code. */
export function describeAuthorizationError(
  { error, error_description: description }: AuthorizationErrorResponse,
  provider: ResolvedOAuthProvider,
): AuthorizationErrorDescription {
  const text = redactText([error, description].filter(Boolean).join(': ').slice(0, 300))
  const sentence = `Provider "${provider.id}" returned the error "${text}".`
  const fix = getErrorResponseFixes(provider).get(error)
  return {
    message: fix === undefined ? sentence : `${sentence} ${fix}`,
    code: providerErrorPattern.test(error) ? error : undefined,
    vendorCode: vendorCodePattern.exec(description ?? '')?.[0],
  }
}

function describeCause(error: Error, provider: ResolvedOAuthProvider): FailureCause {
  if (error instanceof oauth.ResponseBodyError) return describeErrorResponse(error, provider)
  if (error instanceof oauth.WWWAuthenticateChallengeError) return describeAuthenticateHeader(error)
  if (error instanceof oauth.OperationProcessingError) return describeProtocolError(error, provider)
  return describeRequestError(error)
}

/** The codes of RFC 6749 and of vendors. Other texts are only quoted. */
const errorCodePattern = /^[A-Za-z][\w.-]{1,59}$/

/** Explains an error of the token endpoint, RFC 6749 section 5.2. Its description is omitted because it may quote the request. */
function describeErrorResponse(
  error: oauth.ResponseBodyError,
  provider: ResolvedOAuthProvider,
): FailureCause {
  const text = redactText(error.error.slice(0, 100))
  return {
    code: errorCodePattern.test(text) ? text : undefined,
    reason: `the provider returned the error "${text}"`,
    fix: getErrorResponseFixes(provider).get(error.error),
  }
}

/** The fixes by error code. The last three codes are those of GitHub. */
function getErrorResponseFixes({ id }: ResolvedOAuthProvider): ReadonlyMap<string, string> {
  const client =
    `Check \`clientId\` (${getProviderEnvName(id, 'ID')}) and \`clientSecret\` (${getProviderEnvName(id, 'SECRET')}), ` +
    'and how the provider expects them: `client.token_endpoint_auth_method`.'
  const grant =
    'The code can be used once and expires soon. Also compare the redirect URI with the one that is registered at the provider.'
  const redirect = 'Register the callback URL of this app at the provider, exactly as it is sent.'
  return new Map([
    ['invalid_client', client],
    ['unauthorized_client', client],
    ['invalid_grant', grant],
    ['invalid_scope', 'Correct the scopes in `authorization.params.scope`.'],
    ['redirect_uri_mismatch', redirect],
    ['unsupported_response_type', 'Allow the authorization code flow for this client at the provider.'],
    ['server_error', temporary],
    ['temporarily_unavailable', temporary],
    ['incorrect_client_credentials', client],
    ['bad_verification_code', grant],
  ])
}

function describeAuthenticateHeader({ status, code }: oauth.WWWAuthenticateChallengeError): FailureCause {
  return {
    code,
    reason: `the provider rejected the request with status ${status} and a \`WWW-Authenticate\` challenge`,
    fix: 'Check the credentials of the client, and whether the access token has the scopes that this endpoint requires.',
  }
}

/** Explains what the protocol library rejected. Its messages contain no values. */
function describeProtocolError(
  error: oauth.OperationProcessingError,
  provider: ResolvedOAuthProvider,
): FailureCause {
  const { code, message } = error
  const cause = isRecord(error.cause) ? error.cause : {}
  if (code === oauth.JWT_TIMESTAMP_CHECK) return { code, ...describeTimestamp(message, cause) }
  if (error.cause instanceof Response && !error.cause.ok)
    return { code, reason: `${message}: status ${error.cause.status}`, fix: getStatusFix(error.cause.status) }
  return { code, reason: message, fix: getProtocolFix(provider, cause) }
}

const temporary = 'Try again later, and read the status page and the log of the provider.'

function getStatusFix(status: number): string {
  return status < 500 ? 'Check the URL of this endpoint, and read the log of the provider.' : temporary
}

function getProtocolFix(
  { id }: ResolvedOAuthProvider,
  { claim }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (claim === 'aud')
    return `The token is for another client. Check \`clientId\` (${getProviderEnvName(id, 'ID')}).`
  if (claim === 'iss')
    return `The token is of another issuer. Check \`issuer\` (${getProviderEnvName(id, 'ISSUER')}).`
  return undefined
}

/** States the difference of the clocks, if the claim can be compared with the time of this server. */
function describeTimestamp(
  message: string,
  { claims, claim, now }: Readonly<Record<string, unknown>>,
): Omit<FailureCause, 'code'> {
  const value = isRecord(claims) && typeof claim === 'string' ? claims[claim] : undefined
  if (typeof value !== 'number' || typeof now !== 'number') return { reason: message, fix: undefined }
  const seconds = Math.abs(Math.round(value - now))
  return {
    reason: `${message}: \`${claim}\` is ${seconds} seconds ${value > now ? 'after' : 'before'} the time of this server`,
    fix: 'Synchronize the clock of this server (NTP). If it is right, the clock of the provider is not: raise `clockTolerance` of the provider.',
  }
}

function describeRequestError(error: Error): FailureCause {
  const code =
    findCauseCode(error) ?? ('code' in error && typeof error.code === 'string' ? error.code : undefined)
  return { code, reason: redactText(error.message), fix: getRequestFix(error, code) }
}

const unreachable =
  'Check that the provider runs, the URL with its port, and the firewall or proxy of this server.'
const unknownHost =
  'The host name does not resolve. Check its spelling in `issuer` or the endpoint, and the DNS of this server.'
const untrusted =
  'This server does not trust the certificate. Renew it at the provider, or let the runtime trust its issuer (in Node.js, NODE_EXTRA_CA_CERTS).'

const fixes: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  UND_ERR_CONNECT_TIMEOUT: unreachable,
  UND_ERR_SOCKET: unreachable,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  CERT_HAS_EXPIRED: untrusted,
  CERT_NOT_YET_VALID: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate is for another host name. Check the host in `issuer` or the endpoint.',
  [oauth.KEY_SELECTION]: 'Exactly one key must match. Check `issuer`, and `jwks_endpoint` if you set it.',
}

function getRequestFix(error: Error, code: string | undefined): string | undefined {
  if (error.name === 'TimeoutError') return `The provider did not respond within ten seconds. ${unreachable}`
  if ('status' in error && typeof error.status === 'number') return getStatusFix(error.status)
  return code === undefined || !Object.hasOwn(fixes, code) ? undefined : fixes[code]
}
