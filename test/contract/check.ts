import { it } from 'vitest'
import type { CompleteAdapter, MakeSubject, Subject } from './subject.js'

/** One sentence of the contract, checked on a store of its own. */
export function checks(make: MakeSubject) {
  return (sentence: string, check: (adapter: CompleteAdapter, subject: Subject) => Promise<void>): void => {
    it(sentence, { timeout: 30_000 }, async () => {
      const subject = await make()
      try {
        await check(subject.adapter, subject)
      } finally {
        await subject.close?.()
      }
    })
  }
}

/** Starts `count` calls before any of them is answered, and sorts the answers. */
export async function atOnce<T>(count: number, call: (index: number) => PromiseLike<T> | T) {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, async (_, index) => call(index)))
  return {
    answers: outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    failures: outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : [])),
  }
}
