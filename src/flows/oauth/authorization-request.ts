/**
 * The request that sends a browser to the provider, RFC 6749 section 4.1.1.
 *
 * @module
 */

import * as platform from '#crypto'
import { toError } from '../../base/to-error.js'
import { readStepUp } from '../../checks/step-up.js'
import { saveOAuthTransaction } from '../../checks/transactions.js'
import { getProviderEnvName } from '../../config/environment.js'
import { AuthError, InvalidConfig, InvalidEndpoints, OAuthSignInError, StepUpFailed } from '../../errors.js'
import { createRedirectResult } from '../../http/messages.js'
import { isWithinHeaderLimit } from '../../http/url.js'
import type { Awaitable } from '../../types/common.js'
import type { Context } from '../../types/context.js'
import type { StepUp } from '../../types/evidence.js'
import type { ActionResult, AuthRequest } from '../../types/request.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import { assertSecureUrl, getAuthorizationServer } from './discovery.js'
import { createProviderFailure } from './provider-failure.js'
import { getCallbackUrl, getRedirectUri, isFormPost, renameParams } from './provider-requests.js'
import { encodeProxyState, shouldUseProxy } from './redirect-proxy.js'

/** Parameters that a request cannot override: the identity of the client, and those that protect the flow. */
const protectedParams =
  /^(client_id|client_secret|redirect_uri|response_type|response_mode|state|nonce|request|request_uri|code_challenge.*)$/

/** Redirects to the provider. */
export async function startSignIn(ctx: Context, provider: ResolvedOAuthProvider): Promise<ActionResult> {
  try {
    return await startAuthorization(ctx, provider)
  } catch (error) {
    if (error instanceof StepUpFailed || (error instanceof AuthError && error.kind === 'signIn')) throw error
    throw await createProviderFailure(OAuthSignInError, toError(error), provider)
  }
}

/** Redirects to the provider and stores the checks of the flow in a cookie. See docs/reference/contract.md#authorization-url. */
async function startAuthorization(ctx: Context, provider: ResolvedOAuthProvider): Promise<ActionResult> {
  const { id, clientId } = provider
  if (!clientId)
    throw new InvalidConfig(`Provider "${id}" needs \`clientId\` (or ${getProviderEnvName(id, 'ID')}).`)
  const { authorization_endpoint } = await getAuthorizationServer(ctx.settings, provider)
  if (!authorization_endpoint)
    throw new InvalidEndpoints(
      `Provider "${id}" has no authorization endpoint. Set \`authorization\` or \`issuer\`.`,
    )
  assertSecureUrl(ctx.settings, authorization_endpoint)

  const checks = await createCheckValues(ctx, provider)
  const stepUp = ctx.request.body.stepUp === undefined ? null : await readStepUp(ctx)
  if (checks.state) await saveChecks(ctx, provider, { ...checks, state: checks.state, stepUp })
  const stepUpParams = stepUp ? await loadStepUpParams(provider, stepUp) : {}
  return createRedirectResult(
    await buildAuthorizationUrl(ctx, provider, { authorization_endpoint, stepUpParams, ...checks }),
  )
}

async function loadStepUpParams(
  provider: ResolvedOAuthProvider,
  stepUp: StepUp,
): Promise<Record<string, string>> {
  const { buildStepUpParams } = await import('./step-up.js')
  return buildStepUpParams(provider, stepUp)
}

interface CheckValues {
  readonly state: string | null
  readonly verifier: string | null
  readonly nonce: string | null
}

/** Creates the checks. `state` is always sent, and `nonce` to OpenID providers, unless `checks` is empty. */
async function createCheckValues(ctx: Context, provider: ResolvedOAuthProvider): Promise<CheckValues> {
  const { checks, type } = provider
  if (checks.size === 0) return { state: null, verifier: null, nonce: null }
  const [state, verifier, nonce] = generateRandomValues()
  return {
    state: shouldUseProxy(ctx, provider)
      ? await encodeProxyState(ctx.settings, getCallbackUrl(ctx, provider))
      : state,
    verifier: checks.has('pkce') ? verifier : null,
    nonce: type === 'oidc' ? nonce : null,
  }
}

/** Generates three values of 256 random bits as 43 characters, which is also a valid code verifier (RFC 7636 section 4.1). */
function generateRandomValues(): [string, string, string] {
  // One call, because each costs more than the random bytes.
  const bytes = platform.generateRandomBytes(96)
  const encode = (start: number) => platform.toBase64url(bytes.subarray(start, start + 32))
  return [encode(0), encode(32), encode(64)]
}

function saveChecks(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  { stepUp, ...checks }: CheckValues & { state: string; stepUp: StepUp | null },
): Awaitable<string> {
  const cookieOptions = isFormPost(provider) ? ({ sameSite: 'none', secure: true } as const) : {}
  return saveOAuthTransaction(
    ctx,
    {
      provider: provider.id,
      callbackUrl: ctx.callbackUrl,
      stepUp: stepUp && { ...stepUp, startedAt: Math.floor(Date.now() / 1000) },
      ...checks,
    },
    cookieOptions,
  )
}

interface AuthorizationRequest extends CheckValues {
  readonly authorization_endpoint: string
  /** What a step-up requires of the provider. No other parameter overrides it. */
  readonly stepUpParams: Readonly<Record<string, string>>
}

async function buildAuthorizationUrl(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  { authorization_endpoint, stepUpParams, state, verifier, nonce }: AuthorizationRequest,
): Promise<string> {
  const requestParams = Object.entries(ctx.request.query).filter(
    ([name, value]) =>
      !isProtectedParam(provider, name) && isWithinHeaderLimit(name) && isWithinHeaderLimit(value),
  )
  // WeChat requires this order; other providers accept any.
  const params = {
    client_id: provider.clientId,
    redirect_uri: getRedirectUri(ctx, provider),
    response_type: 'code',
    ...provider.authorizationParams,
    ...parseFormHints(ctx.request.body),
    ...Object.fromEntries(requestParams),
    ...stepUpParams,
    ...(state && { state }),
    ...(verifier && (await createCodeChallenge(provider, verifier))),
    ...(nonce && { nonce }),
  }
  const url = new URL(authorization_endpoint)
  const query = new URLSearchParams(url.search)
  for (const [name, value] of renameParams(Object.entries(params), provider.authorizationParameterNames))
    query.set(name, value)
  // Some providers do not decode `+` as a space; all accept `%20`.
  url.search = query.toString().replaceAll('+', '%20')
  return url.href
}

/** Checks the standard name and the provider's own name of a parameter. */
function isProtectedParam({ authorizationParameterNames }: ResolvedOAuthProvider, name: string): boolean {
  return protectedParams.test(name) || Object.values(authorizationParameterNames).includes(name)
}

/** Reads the hints that a sign-in form may contain. OpenID Connect Core section 3.1.2.1. */
function parseFormHints({ login_hint, ui_locales }: AuthRequest['body']): Record<string, string> {
  return { ...(isHint(login_hint) && { login_hint }), ...(isHint(ui_locales) && { ui_locales }) }
}

function isHint(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && isWithinHeaderLimit(value)
}

/** RFC 7636 section 4.2. */
async function createCodeChallenge(
  { codeChallengeMethod }: ResolvedOAuthProvider,
  verifier: string,
): Promise<Record<string, string>> {
  const code_challenge =
    codeChallengeMethod === 'plain' ? verifier : platform.toBase64url(await platform.hashSha256(verifier))
  return { code_challenge, code_challenge_method: codeChallengeMethod }
}
