/** The counts and findings of the simulated users. Serializes as JSON. */
export interface Tally {
  requests: number
  signIns: number
  /** Session reads. */
  reads: number
  /** Session extensions. */
  extensions: number
  updates: number
  signOuts: number
  /** Requests that nginx retried with another process, because the first was killed. */
  sentTwice: number
  /** Requests without a response. They may or may not have been handled. */
  cut: number
  /** Sessions that expired because the machine was too slow. */
  expired: number
  /** Sessions or session updates that were lost. */
  readonly lost: string[]
  /** Session data of another user. */
  readonly foreign: string[]
  /** Sessions that still exist after a sign-out. */
  readonly lingering: string[]
  /** Unexpected responses. */
  readonly errors: string[]
}

/** The kinds of findings. */
export type Finding = 'lost' | 'foreign' | 'lingering' | 'errors'

export function createTally(): Tally {
  const counts = {
    requests: 0,
    signIns: 0,
    reads: 0,
    extensions: 0,
    updates: 0,
    signOuts: 0,
    sentTwice: 0,
    cut: 0,
  }
  return { ...counts, expired: 0, lost: [], foreign: [], lingering: [], errors: [] }
}
