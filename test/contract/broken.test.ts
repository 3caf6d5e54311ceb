import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createAdapterChecks, runAdapterContract } from 'latchkey/testing'
import { describe, expect, test } from 'vitest'
import { brokenAdapters } from './broken-adapters.js'
import { carelessAdapters } from './careless-adapters.js'

const timeout = 60_000

/** The sentences that such an adapter makes untrue. */
async function failuresOf(apart: (good: Required<Adapter>) => Adapter): Promise<string[]> {
  const make = () => {
    const good = MemoryAdapter()
    const adapter = { ...good, ...apart(good) }
    return { adapter, reopen: () => adapter }
  }
  const report = await runAdapterContract(make, { extraUserColumns: ['role', 'phone'] })
  const failed = report.checks.filter(({ status }) => status === 'failed')
  return failed.map(({ group, sentence }) => `${group} ${sentence}`)
}

/** Fails on a suite that says yes to everything, and on one that says no to what is right. */
describe('the contract notices an adapter that', () => {
  test.each(Object.entries(brokenAdapters))('%s', { timeout }, async (_, { apart, noticed }) => {
    expect(await failuresOf(apart)).toEqual(noticed)
  })

  const seen = new Set(Object.values(brokenAdapters).flatMap(({ noticed }) => noticed))

  test.each(Object.entries(carelessAdapters))('%s', { timeout }, async (_, apart) => {
    const failures = await failuresOf(apart)
    expect(failures).not.toEqual([])
    for (const failure of failures) seen.add(failure)
  })

  test('does not keep its records: and so for each check there is an adapter that it fails', {
    timeout,
  }, async () => {
    for (const failure of await failuresOf(() => MemoryAdapter())) seen.add(failure)
    const sentences = createAdapterChecks(() => ({ adapter: {} })).map(
      check => `${check.group} ${check.sentence}`,
    )
    expect(sentences.filter(sentence => !seen.has(sentence))).toEqual([])
  })
})
