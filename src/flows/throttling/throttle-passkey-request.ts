import type { Context } from '../../types/context.js'
import { listAccountNames } from './account.js'
import { countOrLog, getCounters } from './find-counters.js'
import { getSourceLimit } from './limits.js'
import { countSourceRequest } from './source-limit.js'
import { takeAccountPermits } from './verify-throttled.js'

/**
 * Counts a request for the options of a passkey ceremony, by client and by the account that it names. A request without a name does not
 * count, because the sign-in page sends one at each visit, for the autofill of the browser.
 *
 * @throws TooManyRequests
 */
export async function throttlePasskeyRequest(ctx: Context): Promise<void> {
  const { provider, request, settings } = ctx
  const inputs = provider?.type === 'webauthn' ? provider.formFields : undefined
  const accounts = listAccountNames(request.query, inputs)
  const counters = accounts.length > 0 ? await countOrLog(ctx, () => getCounters(ctx)) : null
  if (!counters) return
  const limit = getSourceLimit(settings.throttling ?? {})
  await countSourceRequest(ctx, counters, { method: 'passkey', limit })
  await takeAccountPermits(ctx, counters, { method: 'passkey', getAccounts: () => accounts })
}
