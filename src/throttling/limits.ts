import { TooManyRequests } from '../errors.js'
import type { RecordCount } from '../types/record-store.js'
import type { ThrottlingLimit, ThrottlingOptions } from '../types/throttling.js'

/** A limit with its defaults. */
export interface Limit {
  readonly quota: number
  /** Seconds. */
  readonly window: number
}

/** The limit of an account: once it is reached, the delay between two attempts doubles. */
export interface AccountLimit extends Limit {
  /** Seconds. */
  readonly delay: number
  /** Seconds. */
  readonly maxDelay: number
}

const [quarterHour, hour] = [900, 3600]

/** Returns the limit of failed attempts for one account. */
export function getAccountLimit({ account = {} }: ThrottlingOptions): AccountLimit {
  const { delay = 30, maxDelay = hour } = account
  return { ...toLimit(account, 10, quarterHour), delay, maxDelay }
}

/** Returns the limit of failed attempts for one client. */
export function getSourceLimit({ source }: ThrottlingOptions): Limit {
  return toLimit(source, 100, quarterHour)
}

/** Returns the limits of emails to one address, and for one client. */
export function getEmailLimits({ emails = {} }: ThrottlingOptions): Record<'account' | 'source', Limit> {
  return { account: toLimit(emails.account, 3, hour), source: toLimit(emails.source, 30, hour) }
}

function toLimit({ limit, window }: ThrottlingLimit = {}, quota: number, seconds: number): Limit {
  return { quota: limit ?? quota, window: window ?? seconds }
}

/** Creates the error for an attempt above a limit. */
export function createLimitError(
  method: string,
  { quota, window }: Limit,
  { resetsAt }: RecordCount,
): TooManyRequests {
  const retryAfter = Math.max(1, Math.ceil((resetsAt.getTime() - Date.now()) / 1000))
  return new TooManyRequests(
    `There were too many attempts (${method}). The next one is possible in ${retryAfter} seconds.`,
    { retryAfter, limit: { name: method, quota, window } },
  )
}
