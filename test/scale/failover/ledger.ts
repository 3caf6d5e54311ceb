import type { FailoverTimes } from './stores.js'

/** Something that was confirmed and is gone. */
export interface Loss {
  readonly what: 'sign-in' | 'sign-out' | 'user'
  readonly who: string
  /** When the response that confirmed it arrived, in milliseconds since the epoch. */
  readonly confirmedAt: number
}

/** A request that was refused, with the time of the response in milliseconds since the epoch. */
export interface Refusal {
  readonly at: number
  readonly tookMs: number
}

/** What the users of a failover did and found. */
export class Ledger {
  requests = 0
  signIns = 0
  signOuts = 0
  reads = 0
  /** Sign-outs that were refused, and happened later. */
  lateSignOuts = 0
  /** Requests that were refused because the store was away. */
  readonly refusals: Refusal[] = []
  readonly losses: Loss[] = []
  /** Session data of another user. */
  readonly foreign: string[] = []
  /** Cookies that a refused request deleted. */
  readonly deletedCookies: string[] = []
  /** Users without exactly one account of their own. */
  readonly halfMade: string[] = []
  /** Unexpected responses. */
  readonly errors: string[] = []

  /** @param startedAt when the request was sent, in milliseconds since the epoch */
  refuse(startedAt: number): void {
    const at = Date.now()
    this.refusals.push({ at, tookMs: at - startedAt })
  }
}

/** Splits the losses into those that the store's documentation announces and the others. */
export function judgeLosses(losses: readonly Loss[], { mayLoseSince, endedAt }: FailoverTimes) {
  const isAnnounced = ({ confirmedAt }: Loss) =>
    mayLoseSince !== null && confirmedAt >= mayLoseSince && confirmedAt <= endedAt + switchMs
  return {
    announced: losses.filter(isAnnounced),
    unannounced: losses.filter(loss => !isAnnounced(loss)),
  }
}

/** How long a client of a replaced Redis master may still write to it, in milliseconds, until Sentinel makes it a replica. */
const switchMs = 10_000
