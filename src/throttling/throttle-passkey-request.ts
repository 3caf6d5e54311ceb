import type { Context } from '../types/context.js'
import { listAccountNames } from './account.js'
import { countOrLog, getCounters } from './find-counters.js'
import { takeAttempt } from './take-attempt.js'

/**
 * Counts a request for the options of a passkey ceremony, by client and by the account that it names. A request without a name does not
 * count, because the sign-in page sends one at each visit, for the autofill of the browser.
 *
 * @throws TooManyRequests
 */
export async function throttlePasskeyRequest(ctx: Context): Promise<void> {
  const { provider, request } = ctx
  const inputs = provider?.type === 'webauthn' ? provider.formFields : undefined
  const names = listAccountNames(request.query, inputs)
  const counters = names.length > 0 ? await countOrLog(ctx, () => getCounters(ctx)) : null
  if (counters)
    await takeAttempt(ctx, counters, { method: 'passkey', names, hasReserve: true, sourceAmount: 1 })
}
