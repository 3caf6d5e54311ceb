import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeRevocation } from '../revocation/describe-revocation.js'
import { describeOnStore } from '../support/describe-on-store.js'
import { hasAllCases } from '../support/fire.js'
import { createTestStore, type TestStoreKind, toStoreOptions } from '../support/test-store.js'
import { describeOrmRecords, type OrmDatabase } from './orm-database.js'

interface Stores {
  openPostgres(): Promise<OrmDatabase>
  openSqlite(): Promise<OrmDatabase>
  openStores(): Promise<TestStoreKind & { close(): Promise<void> }>
}

/** Its packages are installed by the global setup. */
const file = join(import.meta.dirname, 'sql/drizzle-stores.ts')
const { openPostgres, openSqlite, openStores }: Stores = await import(file)

describeOrmRecords('withDrizzleRecords on SQLite', openSqlite)
describeOrmRecords('withDrizzleRecords on PostgreSQL', openPostgres)

/** All features that have records: passwords, two-factor authentication, the account page and more. */
if (hasAllCases) {
  const stores = await openStores()
  describeOnStore(stores)
  describeRevocation(stores.name, async () => toStoreOptions(createTestStore()))
  afterAll(() => stores.close())
}
