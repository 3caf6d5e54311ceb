import type { TooManyRequests } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { AttemptChallenge } from '../../types/throttling.js'
import { type CounterStep, type Counts, createReset, createTakeBack } from './counters.js'
import { deriveKey } from './keys.js'
import { createLimitError } from './limits.js'

/** The counter of a challenge. */
export interface CountedChallenge {
  readonly id: string
  readonly method: string
  readonly challenge: AttemptChallenge
}

/** Finds the counter of a challenge. */
export async function findChallengeCounter(
  ctx: Context,
  method: string,
  challenge: AttemptChallenge,
): Promise<CountedChallenge> {
  return { id: `${method}.challenge.${await deriveKey(ctx, 'challenge', challenge.id)}`, method, challenge }
}

/** Creates the step that counts an attempt. */
export function listChallengeSteps(counted: CountedChallenge | null): CounterStep[] {
  return counted
    ? [{ id: counted.id, amount: 1, windowMs: counted.challenge.window * 1000, isKept: true }]
    : []
}

/** Creates the step that ends the count, because an attempt succeeded. */
export function listChallengeResets(counted: CountedChallenge | null): CounterStep[] {
  return counted ? [createReset(counted.id)] : []
}

/** Creates the step that takes an attempt back, because it was not verified. */
export function listChallengeCancels(counted: CountedChallenge | null): CounterStep[] {
  return counted ? [createTakeBack(counted.id)] : []
}

/** Returns the error if there were too many attempts, with this one. */
export function findChallengeError(counted: CountedChallenge | null, counts: Counts): TooManyRequests | null {
  const count = counted && counts.get(counted.id)
  if (!count || count.count <= counted.challenge.limit) return null
  const { limit, window } = counted.challenge
  return createLimitError(counted.method, { quota: limit, window }, count)
}
