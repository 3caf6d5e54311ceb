import * as platform from '#crypto'
import { saveOAuthTransaction } from '../../checks/oauth-transaction.js'
import { encodeProxyState } from '../../checks/proxy-state.js'
import { getProviderEnvName } from '../../config/environment.js'
import { InvalidConfig, InvalidEndpoints } from '../../errors.js'
import { createRedirectResult } from '../../http/result.js'
import type { Context } from '../../types/context.js'
import type { ActionResult, AuthRequest } from '../../types/request.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import { assertSecureUrl, getAuthorizationServer } from './discovery.js'
import { getCallbackUrl, getRedirectUri, shouldUseProxy } from './redirect-proxy.js'
import { renameParams } from './request-parameters.js'

/** What a visitor's request may not change: the identity of the client, and what protects the flow. */
const protectedParams =
  /^(client_id|client_secret|redirect_uri|response_type|response_mode|state|nonce|request|request_uri|code_challenge.*)$/

/** Sends the visitor to the provider, with the checks of this flow in a cookie. Spec: behaviour section 8.2. */
export async function startAuthorization(ctx: Context, provider: OAuthProvider): Promise<ActionResult> {
  const { id, clientId } = provider
  if (!clientId)
    throw new InvalidConfig(`Provider "${id}" needs \`clientId\` (or ${getProviderEnvName(id, 'ID')}).`)
  const { authorization_endpoint } = await getAuthorizationServer(ctx.settings, provider)
  if (!authorization_endpoint) throw new InvalidEndpoints(`Provider "${id}" names no \`authorization\`.`)
  assertSecureUrl(ctx.settings, authorization_endpoint)

  const checks = await createChecks(ctx, provider)
  if (checks.state) await saveChecks(ctx, provider, { ...checks, state: checks.state })
  return createRedirectResult(
    await buildAuthorizationUrl(ctx, provider, { authorization_endpoint, ...checks }),
  )
}

interface Checks {
  readonly state: string | null
  readonly verifier: string | null
  readonly nonce: string | null
}

/** `state` is always sent, and `nonce` to OpenID providers, unless the configuration wants no checks at all. */
async function createChecks(ctx: Context, provider: OAuthProvider): Promise<Checks> {
  const { checks, type } = provider
  if (checks.size === 0) return { state: null, verifier: null, nonce: null }
  return {
    state: shouldUseProxy(ctx, provider)
      ? await encodeProxyState(ctx.settings, getCallbackUrl(ctx, provider))
      : generateRandomValue(),
    verifier: checks.has('pkce') ? generateRandomValue() : null,
    nonce: type === 'oidc' ? generateRandomValue() : null,
  }
}

/** 256 bits in 43 characters: also a code verifier of RFC 7636 section 4.1. */
function generateRandomValue(): string {
  return platform.toBase64url(platform.generateRandomBytes(32))
}

function saveChecks(
  ctx: Context,
  provider: OAuthProvider,
  checks: Checks & { state: string },
): Promise<void> {
  const cookieOptions = isFormPost(provider) ? ({ sameSite: 'none', secure: true } as const) : {}
  return saveOAuthTransaction(
    ctx,
    { provider: provider.id, callbackUrl: ctx.callbackUrl, ...checks },
    cookieOptions,
  )
}

/** OAuth 2.0 Form Post Response Mode: the answer is a form that the provider's page sends across sites. */
export function isFormPost({ authorizationParams }: OAuthProvider): boolean {
  return authorizationParams.response_mode === 'form_post'
}

async function buildAuthorizationUrl(
  ctx: Context,
  provider: OAuthProvider,
  { authorization_endpoint, state, verifier, nonce }: Checks & { authorization_endpoint: string },
): Promise<string> {
  const requestParams = Object.entries(ctx.request.query).filter(
    ([name]) => !isProtectedParam(provider, name),
  )
  // Any order will do but at WeChat, whose page reads no other than this.
  const params = {
    client_id: provider.clientId,
    redirect_uri: getRedirectUri(ctx, provider),
    response_type: 'code',
    ...provider.authorizationParams,
    ...parseHints(ctx.request.body),
    ...Object.fromEntries(requestParams),
    ...(state && { state }),
    ...(verifier && (await createCodeChallenge(provider, verifier))),
    ...(nonce && { nonce }),
  }
  const url = new URL(authorization_endpoint)
  for (const [name, value] of renameParams(Object.entries(params), provider.authorizationParameterNames))
    url.searchParams.set(name, value)
  // Some providers read no `+` as a blank, and none refuses `%20`.
  url.search = url.search.replaceAll('+', '%20')
  return url.href
}

/** Also under the name that the provider has for it. */
function isProtectedParam({ authorizationParameterNames }: OAuthProvider, name: string): boolean {
  return protectedParams.test(name) || Object.values(authorizationParameterNames).includes(name)
}

/** Our sign-in page has them in its forms, and an app's own page may: OpenID Connect Core section 3.1.2.1. */
function parseHints({ login_hint, ui_locales }: AuthRequest['body']): Record<string, string> {
  return {
    ...(typeof login_hint === 'string' && login_hint && { login_hint }),
    ...(typeof ui_locales === 'string' && ui_locales && { ui_locales }),
  }
}

/** RFC 7636 section 4.2. */
async function createCodeChallenge(
  { pkce }: OAuthProvider,
  verifier: string,
): Promise<Record<string, string>> {
  const code_challenge =
    pkce === 'plain' ? verifier : platform.toBase64url(await platform.hashSha256(verifier))
  return { code_challenge, code_challenge_method: pkce }
}
