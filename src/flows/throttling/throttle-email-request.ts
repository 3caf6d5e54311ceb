import type { Context } from '../../types/context.js'
import { countOrLog, getCounters } from './find-counters.js'
import { deriveCountKey } from './known-device.js'
import { createLimitError, getEmailLimits } from './limits.js'
import { countSourceRequest } from './source-limit.js'

/**
 * Counts a request for an email, by client and by address. Requests above the limit of the client do not count for the address.
 *
 * @throws TooManyRequests
 */
export async function throttleEmailRequest(ctx: Context, email: string): Promise<void> {
  const limits = getEmailLimits(ctx.settings.throttling ?? {})
  const counters = await countOrLog(ctx, () => getCounters(ctx))
  if (!counters) return
  await countSourceRequest(ctx, counters, { method: 'email', limit: limits.source })
  const count = await countOrLog(ctx, async () => {
    const key = await deriveCountKey(ctx, email)
    return counters.increment(`email.${key}`, limits.account.window * 1000)
  })
  if (count && count.count > limits.account.quota) throw createLimitError('email', limits.account, count)
}
