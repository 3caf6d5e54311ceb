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
  /** Opens the adapter on a connection that finds the disk full when it writes a record of the kind `full-disk`. */
  openOnFullDisk(): Promise<Adapter>
  /** Deletes all rows. */
  empty(): Promise<unknown>
  close(): Promise<void>
}

/** Statements that make a server refuse records of the kind `full-disk`, with the error of a full disk. */
export const fullDiskStatements = {
  postgresql: [
    `create function refuse_record() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
    end $$`,
    `create trigger refuse_record before insert or update on latchkey_record
      for each row when (new.kind = 'full-disk') execute function refuse_record()`,
  ],
  mysql: [
    `create trigger refuse_record before insert on latchkey_record for each row if new.kind = 'full-disk' then
      signal sqlstate 'HY000' set mysql_errno = 1114, message_text = 'The table latchkey_record is full'; end if`,
  ],
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

    test('a full disk is an error that says so, and nothing is written', async () => {
      await database.empty()
      const { records } = await database.openOnFullDisk()
      const id = { kind: 'full-disk', id: '1' }
      const record = { ...id, userId: null, value: 'x'.repeat(500_000), expires: null }
      for (const options of [undefined, { ifVersion: null }])
        await expect(records?.putRecord(record, options)).rejects.toMatchObject({
          type: 'AdapterError',
          message: 'The disk of the database is full. Nothing was written.',
          cause: { err: expect.any(Error) },
        })
      expect(await adapter.records?.getRecord(id.kind, id.id)).toBeNull()
    })

    if (isBrief && !hasAllCases) return
    const openProcesses = async () => ({
      store: { adapters: [database.open(), database.open()] as const },
    })
    describeTwoFactorRaces(name, openProcesses)
    describeThrottlingRaces(name, openProcesses)
  })
}
