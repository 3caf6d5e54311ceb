import { MemoryAdapter } from 'latchkey/adapters/memory'
import { runAdapterContract } from 'latchkey/testing'
import { describe, expect, test } from 'vitest'
import { brokenAdapters } from './broken-adapters.js'

/** Fails on a suite that says yes to everything, and on one that says no to what is right. */
describe('the contract notices an adapter that', () => {
  test.each(Object.entries(brokenAdapters))('%s', { timeout: 60_000 }, async (_, { apart, noticed }) => {
    const report = await runAdapterContract(
      () => {
        const good = MemoryAdapter()
        return { adapter: { ...good, ...apart(good) } }
      },
      { ownUserColumns: ['role', 'phone'] },
    )
    const failed = report.checks.filter(({ status }) => status === 'failed')
    expect(failed.map(({ group, sentence }) => `${group} ${sentence}`)).toEqual(noticed)
  })
})
