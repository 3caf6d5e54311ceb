import type { TooManyRequests } from '../errors.js'
import type { Context } from '../types/context.js'
import type { AttemptGroup } from '../types/throttling.js'
import { type CounterStep, type Counts, createReset, createTakeBack } from './counters.js'
import { deriveKey } from './keys.js'
import { createLimitError } from './limits.js'

/** The counter of a group of attempts, such as those of one pending sign-in. */
export interface CountedGroup {
  readonly id: string
  readonly method: string
  readonly group: AttemptGroup
}

/** Finds the counter of a group of attempts. */
export async function findGroupCounter(
  ctx: Context,
  method: string,
  group: AttemptGroup,
): Promise<CountedGroup> {
  return { id: `${method}.group.${await deriveKey(ctx, 'group', group.id)}`, method, group }
}

/** Creates the step that counts an attempt. */
export function listGroupSteps(counted: CountedGroup | null): CounterStep[] {
  return counted ? [{ id: counted.id, amount: 1, windowMs: counted.group.window * 1000, isKept: true }] : []
}

/** Creates the step that ends the count, because an attempt succeeded. */
export function listGroupResets(counted: CountedGroup | null): CounterStep[] {
  return counted ? [createReset(counted.id)] : []
}

/** Creates the step that takes an attempt back, because it was not verified. */
export function listGroupCancels(counted: CountedGroup | null): CounterStep[] {
  return counted ? [createTakeBack(counted.id)] : []
}

/** Returns the error if there were too many attempts, with this one. */
export function findGroupError(counted: CountedGroup | null, counts: Counts): TooManyRequests | null {
  const count = counted && counts.get(counted.id)
  if (!count || count.count <= counted.group.limit) return null
  const { limit, window } = counted.group
  return createLimitError(counted.method, { quota: limit, window }, count)
}
