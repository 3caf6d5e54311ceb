import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeRevocation } from '../revocation/describe-revocation.js'
import { describeOnStore } from '../support/describe-on-store.js'
import { hasAllCases } from '../support/fire.js'
import { createTestStore, type TestStoreKind, toStoreOptions } from '../support/test-store.js'
import { describeOrmRecords, type OrmDatabase } from './orm-database.js'
import { createMariadbDatabase, createPostgresDatabase } from './servers.js'
import { createFolder } from './temp-folder.js'

interface Stores {
  openDatabase(url: string): Promise<OrmDatabase>
  openStores(): Promise<TestStoreKind & { close(): Promise<void> }>
}

/** Its packages are installed by the global setup. */
const file = join(import.meta.dirname, 'prisma/stores.ts')
const { openDatabase, openStores }: Stores = await import(file)

const folder = await createFolder('prisma-records')
afterAll(() => rm(folder, { recursive: true }))

describeOrmRecords('withPrismaRecords on SQLite', () => openDatabase(`file:${folder}/app.db`))
describeOrmRecords('withPrismaRecords on PostgreSQL', async () =>
  openDatabase(await createPostgresDatabase()),
)
describeOrmRecords(
  'withPrismaRecords on MariaDB',
  async () => openDatabase(await createMariadbDatabase('utf8mb4_general_ci')),
  { isBrief: true },
)

/** All features that have records: passwords, two-factor authentication, the account page and more. */
if (hasAllCases) {
  const stores = await openStores()
  describeOnStore(stores)
  describeRevocation(stores.name, async () => toStoreOptions(createTestStore()))
  afterAll(() => stores.close())
}
