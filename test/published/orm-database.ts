import type { Adapter } from 'latchkey/adapters'
import { createAdapterChecks } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeThrottlingRaces } from '../races/describe-throttling-races.js'
import { describeTwoFactorRaces } from '../races/describe-two-factor-races.js'
import { hasAllCases } from '../support/fire.js'
import { dropDatabases } from './servers.js'

/** A database with the tables of an ORM. */
export interface OrmDatabase {
  /** Opens the adapter with its records, on a connection of its own. The adapter stores the ids of users that it receives. */
  open(): Adapter
  /** Deletes all rows. */
  empty(): Promise<unknown>
  close(): Promise<void>
}

/**
 * Tests the record store of an ORM: the rules of records, and the races of second factors and throttling from two connections. With
 * `isBrief`, `npm test` omits the races.
 */
export function describeOrmRecords(
  name: string,
  open: () => Promise<OrmDatabase>,
  { isBrief = false } = {},
): void {
  describe(name, () => {
    let database: OrmDatabase
    let adapter: Adapter
    beforeAll(async () => {
      database = await open()
      adapter = database.open()
    })
    afterAll(async () => {
      await database.close()
      await dropDatabases()
    })

    const createAdapter = async () => {
      await database.empty()
      return { adapter, reopen: () => database.open() }
    }
    for (const { group, title, run } of createAdapterChecks(createAdapter, { ids: 'generated' }))
      if (group === 'records')
        test(`records ${title}`, async () => expect(await run()).toEqual({ status: 'passed' }))

    test('a copy of the adapter has the records, and its methods', async () => {
      const copy = { ...adapter, listUsers: async () => [] }
      expect(copy.records).toBe(adapter.records)
      expect(await copy.getUserByEmail?.('nobody@example.com')).toBeNull()
    })

    if (isBrief && !hasAllCases) return
    const openProcesses = async () => ({
      store: { adapters: [database.open(), database.open()] as const },
    })
    describeTwoFactorRaces(name, openProcesses)
    describeThrottlingRaces(name, openProcesses)
  })
}
