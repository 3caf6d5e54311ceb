import { chain, createLoader } from '../base/cache.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { EmailDecision, EmailRequest, ThrottledAttempt } from '../types/throttling.js'

/**
 * Verifies a proof of an identity, unless there were too many failed attempts. A proof that `verify` rejects with an error is a failed
 * attempt. A success resets the count of the account. Without `throttling`, only a group has a limit.
 *
 * @throws TooManyRequests before `verify` is called, or after it if parallel attempts reached the limit meanwhile
 */
export async function throttle<T>(
  ctx: Context,
  attempt: ThrottledAttempt<NoInfer<T>>,
  verify: () => Promise<T>,
): Promise<T> {
  if (!ctx.settings.throttling && !attempt.group) return await verify()
  const { verifyThrottled } = await loadThrottling()
  return await verifyThrottled(ctx, attempt, verify)
}

/**
 * Counts a request that sends an email.
 *
 * @returns whether to send it, or one was sent a short time before that still works
 * @throws TooManyRequests
 */
export function throttleEmailRequest(ctx: Context, request: EmailRequest): Awaitable<EmailDecision> {
  if (!ctx.settings.throttling) return 'send'
  return chain(loadThrottling(), throttling => throttling.resolveEmailRequest(ctx, request))
}

/** Counts a request for the options of a passkey ceremony that names an account. @throws TooManyRequests */
export async function throttlePasskeyRequest(ctx: Context): Promise<void> {
  if (ctx.settings.throttling) await (await loadThrottling()).throttlePasskeyRequest(ctx)
}

/** Loaded at the first attempt, because most requests read a session. */
const loadThrottling = createLoader(() => import('./index.js'))
