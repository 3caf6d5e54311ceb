import * as oauth from 'oauth4webapi'
import { hashSha256Hex } from '#crypto'
import { copyDeep, PendingWork } from '../../base/cache.js'
import { toError } from '../../base/to-error.js'
import { consumeAuthjsTransaction } from '../../checks/authjs-check-cookies.js'
import { type ConsumedOAuthTransaction, consumeOAuthTransaction } from '../../checks/oauth-transaction.js'
import {
  AuthError,
  CallbackRouteError,
  InvalidCheck,
  OAuthAccountNotLinked,
  OAuthCallbackError,
  OAuthSignInError,
  StepUpFailed,
} from '../../errors.js'
import type { Context, Flow } from '../../types/context.js'
import type { Identity } from '../../types/identity.js'
import { providerSubmissions } from '../../types/provider-type.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import { getAccountKey, oauthRules } from '../account-linking.js'
import { startAuthorization } from './authorize.js'
import { type BoundedFetch, getBoundedFetch } from './bounded-fetch.js'
import { toOAuthClient } from './client-authentication.js'
import type { AuthorizationErrorResponse } from './describe-failure.js'
import { getAuthorizationServer, missingIssuerPlaceholder } from './discovery.js'
import { exchangeCode, type ValidatedCallback } from './exchange-code.js'
import { createOAuthIdentity, type TokensAndProfile } from './identity.js'
import { fetchProfile } from './profile.js'
import { createProviderFailure } from './provider-failure.js'
import { runStep } from './provider-step.js'
import { forwardToDeployment } from './redirect-proxy.js'
import { isFormPost, renameParams } from './request-parameters.js'
import { listFederatedStepUpMethods } from './step-up-methods.js'

/** Signs in with OAuth 2 or OpenID Connect: authorization code flow with PKCE. */
export const oauthFlow: Flow<ResolvedOAuthProvider> = {
  callbackMethods: ['GET', 'POST'],
  requiresCsrf: false,
  submission: providerSubmissions.oauth,
  requiredAdapterMethods: ['createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'linkAccount'],

  linking: {
    rules: oauthRules,
    storesAccount: true,
    verifiesEmail: false,
    findOwner: (adapter, identity) => adapter.getUserByAccount(getAccountKey(identity)),
    createConflictError: message => new OAuthAccountNotLinked(message),
  },

  async start(ctx, provider) {
    try {
      return await startAuthorization(ctx, provider)
    } catch (error) {
      if (error instanceof AuthError && error.kind === 'signIn') throw error
      throw await createProviderFailure(OAuthSignInError, toError(error), provider)
    }
  },

  listStepUpMethods: listFederatedStepUpMethods,

  forwardCallback: forwardToDeployment,

  async verifyCallback(ctx, provider) {
    try {
      return await exchangeForIdentity(ctx, provider)
    } catch (error) {
      throw error instanceof AuthError ? error : await toAuthError(toError(error), provider)
    }
  },
}

async function exchangeForIdentity(ctx: Context, provider: ResolvedOAuthProvider): Promise<Identity> {
  const callbackParams = readCallbackParams(ctx, provider)
  const transaction = await consumePendingTransaction(ctx, provider, callbackParams)
  try {
    return await verifyResponse(ctx, provider, { callbackParams, transaction })
  } catch (error) {
    throw transaction.stepUp ? await toStepUpError(toError(error), provider) : error
  }
}

/** A canceled or expired step-up is not an error of the sign-in page: the user is signed in. */
async function toStepUpError(error: Error, provider: ResolvedOAuthProvider): Promise<AuthError> {
  const authError = error instanceof AuthError ? error : await toAuthError(error, provider)
  return authError.kind === 'signIn' ? new StepUpFailed(authError) : authError
}

async function verifyResponse(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  { callbackParams, transaction }: Omit<UnvalidatedCallback, 'server'>,
): Promise<Identity> {
  const { callbackUrl, stepUp } = transaction
  const server = await getAuthorizationServer(ctx.settings, provider)
  const params = validateCallback(provider, { server, callbackParams, transaction })
  const exchanged = await exchangeCodeForProfile(ctx, provider, { server, params, transaction })
  if (stepUp) {
    const { verifyStepUpClaims } = await import('./step-up.js')
    verifyStepUpClaims(provider, stepUp, exchanged.claims)
  }
  const identity = await createOAuthIdentity(ctx, provider, exchanged)
  return { ...identity, callbackUrl, ...(stepUp && { stepUp }) }
}

/** Returns the callback parameters with duplicates, which oauth4webapi rejects. */
function readCallbackParams({ request }: Context, provider: ResolvedOAuthProvider): URLSearchParams {
  const callbackParams = isFormPost(provider) && request.form ? request.form : request.url.searchParams
  const { parameterAliases } = provider.callback
  return parameterAliases
    ? new URLSearchParams(renameParams([...callbackParams], parameterAliases))
    : callbackParams
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
    (await consumeAuthjsTransaction(ctx, provider.id, state))
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
  const response = oauth.validateAuthResponse(server, toOAuthClient(provider), params, expectedState)
  if (provider.callback.cancellation === 'without-code' && !response.has('code'))
    throw new OAuthCallbackError(
      `The callback of provider "${provider.id}" has no \`code\`. The visitor may have canceled the sign-in.`,
    )
  return response
}

async function toAuthError(error: Error, provider: ResolvedOAuthProvider): Promise<AuthError> {
  if (error instanceof oauth.AuthorizationResponseError) return createAuthorizationError(provider, error)
  return createProviderFailure(CallbackRouteError, error, provider)
}

/** Creates the error of an authorization error response, RFC 6749 section 4.1.2.1. */
async function createAuthorizationError(
  provider: ResolvedOAuthProvider,
  response: AuthorizationErrorResponse,
): Promise<OAuthCallbackError> {
  const { describeAuthorizationError } = await import('./describe-failure.js')
  const { message, code } = describeAuthorizationError(response, provider)
  return new OAuthCallbackError(message, code === undefined ? {} : { code })
}

/** The maximum number of exchanges that are shared at a time, for each `fetch`. */
const maxPendingExchanges = 1000

/** Separated per `fetch` function, as the discovery documents are. */
const pendingExchanges = new WeakMap<BoundedFetch, PendingWork<TokensAndProfile>>()

/**
 * Exchanges the code for tokens and requests the profile. If a browser sends the same callback several times at once, all requests share
 * one exchange. The provider would deny the others, and may revoke the tokens of the first (RFC 6749 section 4.1.2).
 *
 * A request joins only with the cookie of the transaction, which it opened before, and the same parameters.
 */
async function exchangeCodeForProfile(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  callback: ValidatedCallback & { readonly transaction: ConsumedOAuthTransaction },
): Promise<TokensAndProfile> {
  const exchange = async () => {
    const { server, params } = callback
    const tokenRequest = { step: 'token request', url: server.token_endpoint } as const
    const exchangeResult = await runStep(tokenRequest, () => exchangeCode(ctx, provider, callback))
    const userinfoRequest = { step: 'userinfo request', url: server.userinfo_endpoint } as const
    const profile = await runStep(userinfoRequest, () =>
      fetchProfile(ctx, provider, { server, params, ...exchangeResult }),
    )
    return { ...exchangeResult, profile }
  }
  const { cookieValue } = callback.transaction
  if (cookieValue === null) return exchange()
  const key = await hashSha256Hex(
    JSON.stringify([cookieValue, ctx.authUrl, provider.id, provider.clientId, ...callback.params]),
  )
  // Each request has its own copy, because callbacks of the app may change it.
  return copyDeep(await getPendingExchanges(provider).joinOrStart(key, exchange))
}

function getPendingExchanges(provider: ResolvedOAuthProvider): PendingWork<TokensAndProfile> {
  const boundedFetch = getBoundedFetch(provider)
  const existing = pendingExchanges.get(boundedFetch)
  if (existing) return existing
  const created = new PendingWork<TokensAndProfile>(maxPendingExchanges)
  pendingExchanges.set(boundedFetch, created)
  return created
}
