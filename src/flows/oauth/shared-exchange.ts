import { hashSha256Hex } from '#crypto'
import { PendingWork } from '../../base/pending-work.js'
import { copyDeep } from '../../base/value-cache.js'
import type { ConsumedOAuthTransaction } from '../../checks/transaction-cookie.js'
import type { TokenSet } from '../../types/account.js'
import type { Context } from '../../types/context.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'
import { exchangeCode, type ValidatedCallback } from './exchange-code.js'
import { runStep } from './failed-step.js'
import { fetchProfile } from './profile.js'
import { type BoundedFetch, getBoundedFetch } from './provider-fetch.js'

/** The maximum number of exchanges that are shared at a time, for each `fetch`. */
const maxPendingExchanges = 1000

interface ExchangedProfile {
  readonly tokens: TokenSet
  readonly profile: Profile
}

/** Separated per `fetch` function, as the discovery documents are. */
const pendingExchanges = new WeakMap<BoundedFetch, PendingWork<ExchangedProfile>>()

/**
 * Exchanges the code for tokens and requests the profile. If a browser sends the same callback several times at once, all requests share
 * one exchange. The provider would deny the others, and may revoke the tokens of the first (RFC 6749 section 4.1.2).
 *
 * A request joins only with the cookie of the transaction, which it opened before, and the same parameters.
 */
export async function exchangeCodeForProfile(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  callback: ValidatedCallback & { readonly transaction: ConsumedOAuthTransaction },
): Promise<ExchangedProfile> {
  const exchange = async () => {
    const { server, params } = callback
    const tokenRequest = { step: 'token request', url: server.token_endpoint } as const
    const exchangeResult = await runStep(tokenRequest, () => exchangeCode(ctx, provider, callback))
    const userinfoRequest = { step: 'userinfo request', url: server.userinfo_endpoint } as const
    const profile = await runStep(userinfoRequest, () =>
      fetchProfile(ctx, provider, { server, params, ...exchangeResult }),
    )
    return { tokens: exchangeResult.tokens, profile }
  }
  const { cookieValue } = callback.transaction
  if (cookieValue === null) return exchange()
  const key = await hashSha256Hex(
    JSON.stringify([cookieValue, ctx.authUrl, provider.id, provider.clientId, ...callback.params]),
  )
  // Each request has its own copy, because callbacks of the app may change it.
  return copyDeep(await getPendingExchanges(provider).joinOrStart(key, exchange))
}

function getPendingExchanges(provider: ResolvedOAuthProvider): PendingWork<ExchangedProfile> {
  const boundedFetch = getBoundedFetch(provider)
  const existing = pendingExchanges.get(boundedFetch)
  if (existing) return existing
  const created = new PendingWork<ExchangedProfile>(maxPendingExchanges)
  pendingExchanges.set(boundedFetch, created)
  return created
}
