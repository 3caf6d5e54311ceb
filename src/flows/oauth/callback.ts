/**
 * The callback of OAuth 2 and OpenID Connect, as a list of its checks.
 *
 * | Check | Section | Function |
 * |---|---|---|
 * | This browser started the sign-in, at this provider, and did not complete it | RFC 6749 section 10.12 | `consumePendingTransaction` |
 * | The endpoints are those of the issuer | OpenID Connect Discovery section 4.3 | `getAuthorizationServer` |
 * | No parameter is repeated, and none is an error | RFC 6749 sections 3.1 and 4.1.2.1 | `validateCallback` |
 * | `state` is that of the transaction | RFC 6749 section 4.1.2 | `validateCallback` |
 * | `iss` names the issuer | RFC 9207 section 2.4 | `validateCallback` |
 * | The code was not exchanged before | RFC 6749 section 4.1.2 | `exchangeOnce` |
 * | The code belongs to this client, redirect URI and verifier | RFC 6749 section 4.1.3, RFC 7636 section 4.6 | `exchangeCode` |
 * | `iss`, `aud`, `exp` and `nonce` of the ID token | OpenID Connect Core section 3.1.3.7 | `exchangeCode` |
 * | `alg`, `azp`, `iat`, `at_hash`, `auth_time` and the signature of the ID token | OpenID Connect Core section 3.1.3.7 | `assertIdToken` |
 * | `sub` of the userinfo response is that of the ID token | OpenID Connect Core section 5.3.4 | `fetchProfile` |
 * | After a step-up, `auth_time` and `acr` are new enough and high enough | OpenID Connect Core section 3.1.2.1 | `verifyStepUpClaims` |
 * | The user has a stable id | OpenID Connect Core section 5.7 | `createOAuthIdentity` |
 *
 * @module
 */
import * as oauth from 'oauth4webapi'
import { hashSha256Hex } from '#crypto'
import { Cache, copyDeep, SharedWork } from '../../base/cache.js'
import { toError } from '../../base/to-error.js'
import { consumeAuthjsTransaction } from '../../checks/authjs-check-cookies.js'
import {
  type ConsumedOAuthTransaction,
  consumeOAuthTransaction,
  type StartedStepUp,
} from '../../checks/transactions.js'
import {
  AuthError,
  CallbackRouteError,
  InvalidCheck,
  OAuthCallbackError,
  StepUpFailed,
} from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { Identity } from '../../types/identity.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'
import type { AuthorizationErrorResponse } from './describe-failure.js'
import { getAuthorizationServer, getResponseIssuer, missingIssuerPlaceholder } from './discovery.js'
import { createOAuthIdentity, type TokensAndProfile } from './identity.js'
import { fetchProfile } from './profile.js'
import { createProviderFailure } from './provider-failure.js'
import { type BoundedFetch, getBoundedFetch, isFormPost, renameParams, runStep } from './provider-requests.js'
import { exchangeCode, toOAuthClient, type ValidatedCallback } from './token-request.js'

/** Verifies the callback, and returns the identity at the provider. */
export async function verifyCallback(ctx: Context, provider: ResolvedOAuthProvider): Promise<Identity> {
  try {
    const callbackParams = readCallbackParams(ctx, provider)
    const transaction = await consumePendingTransaction(ctx, provider, callbackParams)
    return await verifyResponse(ctx, provider, { callbackParams, transaction })
  } catch (error) {
    throw error instanceof AuthError ? error : await toAuthError(toError(error), provider)
  }
}

/** Verifies the response of a pending sign-in. */
async function verifyResponse(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  { callbackParams, transaction }: Omit<UnvalidatedCallback, 'server'>,
): Promise<Identity> {
  const { callbackUrl, stepUp } = transaction
  try {
    const server = await getAuthorizationServer(ctx.settings, provider)
    const params = validateCallback(provider, { server, callbackParams, transaction })
    const exchanged = await exchangeOnce(ctx, provider, { server, params, transaction })
    if (stepUp) await assertStepUpClaims(provider, stepUp, exchanged.claims)
    const identity = await createOAuthIdentity(ctx.settings, provider, exchanged)
    return { ...identity, callbackUrl, ...(stepUp && { stepUp }) }
  } catch (error) {
    throw stepUp ? await toStepUpError(toError(error), provider) : error
  }
}

/** A canceled or expired step-up is not an error of the sign-in page: the user is signed in. */
async function toStepUpError(error: Error, provider: ResolvedOAuthProvider): Promise<AuthError> {
  const authError = error instanceof AuthError ? error : await toAuthError(error, provider)
  return authError.kind === 'signIn' ? new StepUpFailed(authError) : authError
}

/** Returns the callback parameters with duplicates, which oauth4webapi rejects. */
function readCallbackParams({ request }: Context, provider: ResolvedOAuthProvider): URLSearchParams {
  const callbackParams = isFormPost(provider) && request.form ? request.form : request.url.searchParams
  const { parameterAliases } = provider.callback
  return parameterAliases
    ? new URLSearchParams(renameParams([...callbackParams], parameterAliases))
    : callbackParams
}

/** The code for sign-ins that NextAuth 4 started is loaded for apps that accept its sessions. */
async function consumeOlderTransaction(
  ctx: Context,
  providerId: string,
  state: string | null,
): Promise<ConsumedOAuthTransaction | null> {
  const { consumeNextAuth4Transaction } = await import('../../checks/next-auth-4-check-cookies.js')
  return await consumeNextAuth4Transaction(ctx, providerId, state)
}

/** Consumes the transaction that the callback belongs to, whether or not the rest succeeds. */
async function consumePendingTransaction(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  callbackParams: URLSearchParams,
): Promise<ConsumedOAuthTransaction> {
  const state = callbackParams.get('state')
  if (provider.checks.size === 0) {
    const none = { state: null, verifier: null, nonce: null, callbackUrl: null, cookieValue: null }
    return { provider: provider.id, stepUp: null, ...none }
  }
  const transaction =
    (state && (await consumeOAuthTransaction(ctx, state))) ||
    (await consumeAuthjsTransaction(ctx, provider.id, state)) ||
    (ctx.settings.legacySessions && (await consumeOlderTransaction(ctx, provider.id, state)))
  if (transaction?.provider === provider.id) return transaction
  if (callbackParams.has('error') && !state)
    throw await createAuthorizationError(provider, {
      error: callbackParams.get('error') ?? '',
      error_description: callbackParams.get('error_description'),
    })
  throw new InvalidCheck(
    'This browser has no pending sign-in with this provider. It was completed before, has expired after 15 minutes, or ' +
      `was started on another host than ${ctx.request.url.host}.`,
  )
}

interface UnvalidatedCallback {
  readonly server: oauth.AuthorizationServer
  readonly callbackParams: URLSearchParams
  readonly transaction: ConsumedOAuthTransaction
}

/** Validates the callback parameters, RFC 6749 section 4.1.2 and RFC 9207. */
function validateCallback(
  provider: ResolvedOAuthProvider,
  { server, callbackParams, transaction }: UnvalidatedCallback,
): URLSearchParams {
  const params = new URLSearchParams(callbackParams)
  // An OAuth provider may send `iss`, but without a configured issuer there is nothing to compare it with.
  if (server.issuer === missingIssuerPlaceholder) params.delete('iss')
  const expectedState =
    provider.checks.size === 0 ? oauth.skipStateCheck : (transaction.state ?? oauth.expectNoState)
  // Duplicates are left to oauth4webapi, which rejects them.
  const issuer = getResponseIssuer(provider, server, params.get('iss'))
  const client = toOAuthClient(provider)
  const response = oauth.validateAuthResponse({ ...server, issuer }, client, params, expectedState)
  if (provider.callback.cancellation === 'without-code' && !response.has('code'))
    throw new OAuthCallbackError(
      `The callback of provider "${provider.id}" has no \`code\`. The visitor may have canceled the sign-in.`,
    )
  return response
}

/** The maximum number of exchanges that are shared at a time, for each `fetch`. */
const maxRunningExchanges = 1000

/** Separated per `fetch` function, as the discovery documents are. */
const runningExchanges = new WeakMap<BoundedFetch, SharedWork<TokensAndProfile>>()

/** Maximum number of finished callbacks that a process remembers. */
const maxExchanged = 1024

/** The callbacks whose code this process exchanged. */
const exchangedCallbacks = /* @__PURE__ */ new Cache<true>(maxExchanged)

/**
 * Exchanges the code for tokens and requests the profile. If a browser sends the same callback several times at once, all requests share
 * one exchange. The provider would deny the others, and may revoke the tokens of the first (RFC 6749 section 4.1.2). For the same reason, a
 * callback that is sent again with the cookies from before does not reach the provider.
 *
 * A request joins only with the cookie of the transaction, which it opened before, and the same parameters.
 */
async function exchangeOnce(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  callback: ValidatedCallback & { readonly transaction: ConsumedOAuthTransaction },
): Promise<TokensAndProfile> {
  const { cookieValue } = callback.transaction
  if (cookieValue === null) return await exchangeCodeForProfile(ctx, provider, callback)
  const key = await hashSha256Hex(
    JSON.stringify([cookieValue, ctx.authUrl, provider.id, provider.clientId, ...callback.params]),
  )
  const exchange = async () => {
    if (exchangedCallbacks.get(key))
      throw new InvalidCheck('This sign-in was completed before. Start another one.')
    const exchanged = await exchangeCodeForProfile(ctx, provider, callback)
    exchangedCallbacks.set(key, true)
    return exchanged
  }
  // Each request has its own copy, because callbacks of the app may change it.
  return copyDeep(await getRunningExchanges(provider).joinOrStart(key, exchange))
}

function getRunningExchanges(provider: ResolvedOAuthProvider): SharedWork<TokensAndProfile> {
  const boundedFetch = getBoundedFetch(provider)
  const existing = runningExchanges.get(boundedFetch)
  if (existing) return existing
  const created = new SharedWork<TokensAndProfile>(maxRunningExchanges)
  runningExchanges.set(boundedFetch, created)
  return created
}

async function exchangeCodeForProfile(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  callback: ValidatedCallback,
): Promise<TokensAndProfile> {
  const { server, params } = callback
  const tokenRequest = { step: 'token request', url: server.token_endpoint } as const
  const exchanged = await runStep(tokenRequest, () => exchangeCode(ctx, provider, callback))
  const userinfoRequest = { step: 'userinfo request', url: server.userinfo_endpoint } as const
  const profile = await runStep(userinfoRequest, () =>
    fetchProfile(ctx, provider, { server, params, ...exchanged }),
  )
  return { ...exchanged, profile }
}

/** The code for step-ups is loaded when one is completed. */
async function assertStepUpClaims(
  provider: ResolvedOAuthProvider,
  stepUp: StartedStepUp,
  claims: Profile | null,
): Promise<void> {
  const { verifyStepUpClaims } = await import('./step-up.js')
  verifyStepUpClaims(provider, stepUp, claims)
}

async function toAuthError(error: Error, provider: ResolvedOAuthProvider): Promise<AuthError> {
  if (error instanceof oauth.AuthorizationResponseError)
    return await createAuthorizationError(provider, error)
  return await createProviderFailure(CallbackRouteError, error, provider)
}

/** Creates the error of an authorization error response, RFC 6749 section 4.1.2.1. */
async function createAuthorizationError(
  provider: ResolvedOAuthProvider,
  response: AuthorizationErrorResponse,
): Promise<OAuthCallbackError> {
  const { describeAuthorizationError } = await import('./describe-failure.js')
  const { message, code, vendorCode } = describeAuthorizationError(response, provider)
  return new OAuthCallbackError(message, {
    ...(code !== undefined && { code }),
    ...(vendorCode !== undefined && { vendorCode }),
  })
}
