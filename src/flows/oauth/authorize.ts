import * as seam from '#crypto'
import { rememberFlow } from '../../checks/flow-cookie.js'
import { sealState } from '../../checks/relayed-state.js'
import { variableOf } from '../../config/environment.js'
import { InvalidConfig, InvalidEndpoints } from '../../errors.js'
import { redirect } from '../../http/result.js'
import type { Context } from '../../types/context.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import type { Call, Result } from '../../types/wire.js'
import { ownUri, redirectUri, usesProxy } from './relay.js'
import { assertReachable, serverOf } from './server.js'
import { renamed } from './wording.js'

/** What a visitor's request may not change: the identity of the client, and what protects the flow. */
const fixed =
  /^(client_id|client_secret|redirect_uri|response_type|response_mode|state|nonce|request|request_uri|code_challenge.*)$/

/** Sends the visitor to the provider, with the checks of this flow in a cookie. Spec: behaviour section 8.2. */
export async function authorize(ctx: Context, provider: OAuthProvider): Promise<Result> {
  const { id, clientId } = provider
  if (!clientId) throw new InvalidConfig(`Provider "${id}" needs \`clientId\` (or ${variableOf(id, 'ID')}).`)
  const { authorization_endpoint } = await serverOf(ctx.settings, provider)
  if (!authorization_endpoint) throw new InvalidEndpoints(`Provider "${id}" names no \`authorization\`.`)
  assertReachable(ctx.settings, authorization_endpoint)

  const checks = await newChecks(ctx, provider)
  if (checks.state) await remember(ctx, provider, { ...checks, state: checks.state })
  return redirect(await authorizationUrl(ctx, provider, { authorization_endpoint, ...checks }))
}

interface Checks {
  readonly state: string | null
  readonly verifier: string | null
  readonly nonce: string | null
}

/** `state` is always sent, and `nonce` to OpenID providers, unless the configuration wants no checks at all. */
async function newChecks(ctx: Context, provider: OAuthProvider): Promise<Checks> {
  const { checks, type } = provider
  if (checks.size === 0) return { state: null, verifier: null, nonce: null }
  return {
    state: usesProxy(ctx, provider) ? await sealState(ctx.settings, ownUri(ctx, provider)) : randomValue(),
    verifier: checks.has('pkce') ? randomValue() : null,
    nonce: type === 'oidc' ? randomValue() : null,
  }
}

/** 256 bits in 43 characters: also a code verifier of RFC 7636 section 4.1. */
function randomValue(): string {
  return seam.toBase64url(seam.randomBytes(32))
}

function remember(ctx: Context, provider: OAuthProvider, checks: Checks & { state: string }): Promise<void> {
  const crossSite = answersByPost(provider) ? ({ sameSite: 'none', secure: true } as const) : {}
  return rememberFlow(ctx, { provider: provider.id, callbackUrl: ctx.callbackUrl, ...checks }, crossSite)
}

/** OAuth 2.0 Form Post Response Mode: the answer is a form that the provider's page sends across sites. */
export function answersByPost({ parameters }: OAuthProvider): boolean {
  return parameters.response_mode === 'form_post'
}

async function authorizationUrl(
  ctx: Context,
  provider: OAuthProvider,
  { authorization_endpoint, state, verifier, nonce }: Checks & { authorization_endpoint: string },
): Promise<string> {
  const asked = Object.entries(ctx.call.query).filter(([name]) => !isFixed(provider, name))
  // Any order will do but at WeChat, whose page reads no other than this.
  const params = {
    client_id: provider.clientId,
    redirect_uri: redirectUri(ctx, provider),
    response_type: 'code',
    ...provider.parameters,
    ...hintsIn(ctx.call.body),
    ...Object.fromEntries(asked),
    ...(state && { state }),
    ...(verifier && (await challengeOf(provider, verifier))),
    ...(nonce && { nonce }),
  }
  const url = new URL(authorization_endpoint)
  for (const [name, value] of renamed(Object.entries(params), provider.authorizationNames))
    url.searchParams.set(name, value)
  // Some providers read no `+` as a blank, and none refuses `%20`.
  url.search = url.search.replaceAll('+', '%20')
  return url.href
}

/** Also under the name that the provider has for it. */
function isFixed({ authorizationNames }: OAuthProvider, name: string): boolean {
  return fixed.test(name) || Object.values(authorizationNames).includes(name)
}

/** Our sign-in page has them in its forms, and an app's own page may: OpenID Connect Core section 3.1.2.1. */
function hintsIn({ login_hint, ui_locales }: Call['body']): Record<string, string> {
  return {
    ...(typeof login_hint === 'string' && login_hint && { login_hint }),
    ...(typeof ui_locales === 'string' && ui_locales && { ui_locales }),
  }
}

/** RFC 7636 section 4.2. */
async function challengeOf({ pkce }: OAuthProvider, verifier: string): Promise<Record<string, string>> {
  const code_challenge = pkce === 'plain' ? verifier : seam.toBase64url(await seam.sha256(verifier))
  return { code_challenge, code_challenge_method: pkce }
}
