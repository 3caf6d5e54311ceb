import * as oauth from 'oauth4webapi'
import { asError } from '../../base/as-error.js'
import type { PendingFlow } from '../../checks/flow-cookie.js'
import { takeFlow } from '../../checks/flow-cookie.js'
import { takeLegacyFlow } from '../../checks/legacy-flow.js'
import { redact } from '../../config/logger.js'
import {
  AuthError,
  CallbackRouteError,
  InvalidCheck,
  OAuthCallbackError,
  OAuthSignInError,
} from '../../errors.js'
import type { Context, Flow } from '../../types/context.js'
import type { Identity } from '../../types/identity.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import { answersByPost, authorize } from './authorize.js'
import { clientOf } from './client.js'
import { exchange } from './exchange.js'
import { identify } from './identify.js'
import { relay } from './relay.js'
import { noIssuer, serverOf } from './server.js'
import { fetchProfile } from './userinfo.js'
import { renamed } from './wording.js'

/** OAuth 2 and OpenID Connect, authorization code with PKCE. */
export const oauthFlow: Flow<OAuthProvider> = {
  returnsBy: ['GET', 'POST'],
  returnsByOwnForm: false,
  needs: ['createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'linkAccount'],

  async start(ctx, provider) {
    try {
      return await authorize(ctx, provider)
    } catch (error) {
      if (error instanceof AuthError && error.kind === 'signIn') throw error
      throw new OAuthSignInError(origin(error), { provider: provider.id })
    }
  },

  relay,

  async finish(ctx, provider) {
    try {
      return await whoCameBack(ctx, provider)
    } catch (error) {
      throw error instanceof AuthError ? error : refusal(error, provider)
    }
  },
}

async function whoCameBack(ctx: Context, provider: OAuthProvider): Promise<Identity> {
  const sent = sentParams(ctx, provider)
  const flow = await pendingFlow(ctx, provider, sent)
  const server = await serverOf(ctx.settings, provider)
  const params = validated(provider, { server, sent, flow })
  const exchanged = await exchange(ctx, provider, { server, params, flow })
  const profile = await fetchProfile(ctx, provider, { server, params, ...exchanged })
  const identity = await identify(provider, profile, exchanged.tokens)
  return { ...identity, callbackUrl: flow.callbackUrl }
}

/** As they were sent, duplicates included: the library refuses those. */
function sentParams({ call }: Context, provider: OAuthProvider): URLSearchParams {
  const sent = answersByPost(provider) && call.form ? call.form : call.url.searchParams
  const { names } = provider.callback
  return names ? new URLSearchParams(renamed([...sent], names)) : sent
}

/** The flow that this answer belongs to; it is used up here, however the rest goes. */
async function pendingFlow(
  ctx: Context,
  provider: OAuthProvider,
  sent: URLSearchParams,
): Promise<PendingFlow> {
  const state = sent.get('state')
  if (provider.checks.size === 0) {
    return { provider: provider.id, state: null, verifier: null, nonce: null, callbackUrl: null }
  }
  const flow = (state && (await takeFlow(ctx, state))) || (await takeLegacyFlow(ctx, provider.id, state))
  if (flow?.provider === provider.id) return flow
  if (sent.has('error') && !state) throw denied(sent.get('error'), sent.get('error_description'))
  throw new InvalidCheck(
    'This browser has no sign-in with this provider under way; it may have taken over 15 minutes.',
  )
}

interface Unchecked {
  readonly server: oauth.AuthorizationServer
  readonly sent: URLSearchParams
  readonly flow: PendingFlow
}

/** RFC 6749 section 4.1.2 and RFC 9207. */
function validated(provider: OAuthProvider, { server, sent, flow }: Unchecked): URLSearchParams {
  const params = new URLSearchParams(sent)
  // A plain OAuth provider may begin to send `iss` one day; without a known issuer there is nothing to compare.
  if (server.issuer === noIssuer) params.delete('iss')
  const expected = provider.checks.size === 0 ? oauth.skipStateCheck : (flow.state ?? oauth.expectNoState)
  const answer = oauth.validateAuthResponse(server, clientOf(provider), params, expected)
  if (provider.callback.cancelled === 'without-code' && !answer.has('code')) throw denied('no code', null)
  return answer
}

function refusal(error: unknown, { id }: OAuthProvider): AuthError {
  if (error instanceof oauth.AuthorizationResponseError) return denied(error.error, error.error_description)
  return new CallbackRouteError(origin(error), { provider: id })
}

function denied(error: string | null, description: string | null | undefined): OAuthCallbackError {
  const said = redact([error, description].filter(Boolean).join(': ').slice(0, 300))
  return new OAuthCallbackError(`The provider sent the visitor back with "${said}".`)
}

/** Class, code and message: the `cause` of the library's errors holds tokens and claims. */
function origin(error: unknown): Error {
  if (error instanceof AuthError || !(error instanceof Error)) return asError(error)
  const plain = new Error(redact(error.message))
  const code = 'code' in error ? { code: error.code } : {}
  const reason = error.cause instanceof Error && 'code' in error.cause ? { reason: error.cause.code } : {}
  return Object.assign(plain, { name: error.name, stack: error.stack }, code, reason)
}
