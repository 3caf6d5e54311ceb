import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeThrottlingRaces } from '../races/describe-throttling-races.js'
import { describeTwoFactorRaces } from '../races/describe-two-factor-races.js'
import { describeRevocation } from '../revocation/describe-revocation.js'
import { describeOnStore } from '../support/describe-on-store.js'
import { createTestStore, type TestStoreKind, toStoreOptions } from '../support/test-store.js'

/** Its packages are installed by the global setup. */
const file = join(import.meta.dirname, 'sql/beside-records.ts')
const { openStores }: { openStores(): Promise<TestStoreKind & { close(): Promise<void> }> } = await import(
  file
)
const stores = await openStores()
const { name } = stores

afterAll(() => stores.close())

/** Opens a database with two adapters, as two processes do. */
async function openProcesses() {
  const store = createTestStore()
  return { store: { adapters: [store, { ...store }] } }
}

describeOnStore(stores, { isBrief: true })
describeTwoFactorRaces(name, openProcesses)
describeThrottlingRaces(name, openProcesses)
describeRevocation(name, async () => toStoreOptions(createTestStore()))
