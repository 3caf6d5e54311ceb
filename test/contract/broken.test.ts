import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createAdapterChecks, runAdapterContract } from 'latchkey/testing'
import { describe, expect, test } from 'vitest'
import { selectCases } from '../support/fire.js'
import { brokenAdapters } from './broken-adapters.js'
import { brokenRecordStores } from './broken-record-stores.js'
import { lossyAdapters } from './lossy-adapters.js'

const timeout = 180_000

/** Runs the contract and returns the checks that failed. */
async function listFailures(breakAdapter: (good: Required<Adapter>) => Adapter): Promise<string[]> {
  const make = () => {
    const good = MemoryAdapter()
    const adapter = { ...good, ...breakAdapter(good) }
    return { adapter, reopen: () => adapter }
  }
  const report = await runAdapterContract(make, { extraUserColumns: ['role', 'phone'] })
  const failed = report.checks.filter(({ status }) => status === 'failed')
  return failed.map(({ group, title }) => `${group} ${title}`)
}

const seen = new Set(Object.values(brokenAdapters).flatMap(({ failures }) => failures))

/** `npm test` breaks each sixth of the adapters whose failures are listed. */
const all = Object.entries(brokenAdapters)
const broken = selectCases(
  all,
  all.filter((_, index) => index % 6 === 0),
)

/**
 * Verifies that the contract fails for broken adapters, and only in the checks concerned. Most checks wait for a time to pass, so several
 * run at the same time.
 */
describe.concurrent('the adapter contract fails for an adapter that', () => {
  test.each(broken)('%s', { timeout }, async (_, { breakAdapter, failures }) => {
    expect(await listFailures(breakAdapter)).toEqual(failures)
  })

  test.each(Object.entries(lossyAdapters))('%s', { timeout }, async (_, breakAdapter) => {
    const failed = await listFailures(breakAdapter)
    expect(failed).not.toEqual([])
    for (const failure of failed) seen.add(failure)
  })

  test.each(Object.entries(brokenRecordStores))(
    'has a record store that %s',
    {
      timeout,
    },
    async (_, breakRecords) => {
      const failed = await listFailures(good => ({
        records: good.records && { ...good.records, ...breakRecords(good.records) },
      }))
      expect(failed).not.toEqual([])
      for (const failure of failed) seen.add(failure)
    },
  )
})

test('each check fails for one of these adapters, or for one that loses its records', {
  timeout,
}, async () => {
  for (const failure of await listFailures(() => MemoryAdapter())) seen.add(failure)
  const sentences = createAdapterChecks(() => ({ adapter: {} })).map(check => `${check.group} ${check.title}`)
  expect(sentences.filter(sentence => !seen.has(sentence))).toEqual([])
})
