/** What the people found, and what it took. Serializes as JSON. */
export interface Tally {
  requests: number
  signIns: number
  /** Sessions that were read. */
  reads: number
  /** Sessions whose end was moved on. */
  rolls: number
  updates: number
  signOuts: number
  /** Requests that nginx gave to a second process, because the first died over them. */
  sentTwice: number
  /** Requests without an answer: what was asked for may have happened or not. */
  cut: number
  /** Sessions that ended because their owner was too slow. */
  overslept: number
  /** A session that was there and is not, or a change of it. */
  readonly lost: string[]
  /** What somebody read and is not theirs. */
  readonly foreign: string[]
  /** A session that was ended and is there. */
  readonly lingering: string[]
  /** Any answer that should not have been given. */
  readonly errors: string[]
}

/** What must not be found. */
export type Finding = 'lost' | 'foreign' | 'lingering' | 'errors'

export function createTally(): Tally {
  const counts = {
    requests: 0,
    signIns: 0,
    reads: 0,
    rolls: 0,
    updates: 0,
    signOuts: 0,
    sentTwice: 0,
    cut: 0,
  }
  return { ...counts, overslept: 0, lost: [], foreign: [], lingering: [], errors: [] }
}
