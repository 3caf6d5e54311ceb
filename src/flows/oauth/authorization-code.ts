import * as oauth from 'oauth4webapi'
import { parseUrl } from '../../base/parse.js'
import { toError } from '../../base/to-error.js'
import { consumeAuthjsTransaction } from '../../checks/authjs-check-cookies.js'
import { decodeProxyState } from '../../checks/proxy-state.js'
import { type ConsumedOAuthTransaction, consumeOAuthTransaction } from '../../checks/transactions.js'
import {
  AuthError,
  CallbackRouteError,
  InvalidCheck,
  OAuthCallbackError,
  OAuthSignInError,
  StepUpFailed,
} from '../../errors.js'
import { createRedirectResult } from '../../http/messages.js'
import type { Context } from '../../types/context.js'
import type { Identity } from '../../types/identity.js'
import type { ActionResult } from '../../types/request.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import { startAuthorization } from './authorize.js'
import { toOAuthClient } from './client-authentication.js'
import type { AuthorizationErrorResponse } from './describe-failure.js'
import { getAuthorizationServer, missingIssuerPlaceholder } from './discovery.js'
import { getResponseIssuer } from './id-token.js'
import { createOAuthIdentity } from './identity.js'
import { exchangeCodeForProfile } from './profile.js'
import { createProviderFailure } from './provider-failure.js'
import { isFormPost, renameParams, shouldUseProxy } from './request-parameters.js'

export { listFederatedMethods, listFederatedStepUpMethods } from './step-up-methods.js'

/** Redirects to the provider. */
export async function startSignIn(ctx: Context, provider: ResolvedOAuthProvider): Promise<ActionResult> {
  try {
    return await startAuthorization(ctx, provider)
  } catch (error) {
    if (error instanceof StepUpFailed || (error instanceof AuthError && error.kind === 'signIn')) throw error
    throw await createProviderFailure(OAuthSignInError, toError(error), provider)
  }
}

/** Verifies the callback, and returns the identity at the provider. */
export async function verifyCallback(ctx: Context, provider: ResolvedOAuthProvider): Promise<Identity> {
  try {
    return await exchangeForIdentity(ctx, provider)
  } catch (error) {
    throw error instanceof AuthError ? error : await toAuthError(toError(error), provider)
  }
}

async function exchangeForIdentity(ctx: Context, provider: ResolvedOAuthProvider): Promise<Identity> {
  const callbackParams = readCallbackParams(ctx, provider)
  const transaction = await consumeOwnTransaction(ctx, provider, callbackParams)
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
  const identity = await createOAuthIdentity(ctx.settings, provider, exchanged)
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
async function consumeOwnTransaction(
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

/**
 * On the proxy, redirects a callback with its parameters to the deployment where the sign-in started.
 *
 * @returns null if the sign-in started here
 * @throws InvalidCheck if `state` was not sealed with the same secret, or the deployment is not allowed
 */
export async function forwardToDeployment(
  ctx: Context,
  provider: ResolvedOAuthProvider,
): Promise<ActionResult | null> {
  const { settings, request } = ctx
  const state = request.url.searchParams.get('state')
  if (!provider.redirectProxyUrl || !state || shouldUseProxy(ctx, provider)) return null
  const redirectUrl = parseUrl((await decodeProxyState(settings, state)) ?? '')
  if (!redirectUrl || redirectUrl.origin === ctx.origin) return null
  // Otherwise the code of another provider would reach the deployment that started this sign-in.
  if (!redirectUrl.pathname.endsWith(`/callback/${provider.id}`)) {
    throw new InvalidCheck(`The sign-in of this callback was not started with provider "${provider.id}".`)
  }
  if (!settings.isAllowedProxyTarget(redirectUrl.origin)) {
    throw new InvalidCheck(
      `The redirect proxy does not serve ${redirectUrl.origin}. Add it to \`redirectProxyOrigins\`.`,
    )
  }
  if (settings.allowsAnyProxyTarget) settings.warnOnce('redirect-proxy-open')
  return createRedirectResult(redirectUrl.origin + redirectUrl.pathname + request.url.search)
}
