import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { describeThrottlingRaces } from '../races/describe-throttling-races.js'
import { describeTwoFactorRaces } from '../races/describe-two-factor-races.js'
import { describeRevocation } from '../revocation/describe-revocation.js'
import { type StoreBesideRecords, setTestStore } from '../support/test-store.js'

/** Its packages are installed by the global setup. */
const file = join(import.meta.dirname, 'sql/beside-records.ts')
const { openStores }: { openStores(): Promise<StoreBesideRecords & { close(): Promise<void> }> } =
  await import(file)
const stores = await openStores()
const { name } = stores

afterAll(() => stores.close())

/** Opens a database with two adapters, as two processes do. */
async function openProcesses() {
  const [adapter, records] = [stores.createAdapter(), stores.createRecords()]
  const process = { ...adapter, records }
  return { store: { adapters: [process, { ...process }] } }
}

describeTwoFactorRaces(name, openProcesses)
describeThrottlingRaces(name, openProcesses)
describeRevocation(name, async () => ({
  adapter: stores.createAdapter(),
  records: stores.createRecords(),
}))

setTestStore(stores)

/** Runs the tests of these folders again, on this store. */
describe(`the tests of two-factor authentication, on ${name}`, async () => {
  await import('../plugins/two-factor/devices.test.js')
  await import('../plugins/two-factor/enroll.test.js')
  await import('../plugins/two-factor/policy.test.js')
  await import('../plugins/two-factor/verify.test.js')
})

describe(`the tests of sessions that are raised, on ${name}`, async () => {
  await import('../revocation/claims.test.js')
})

describe(`the tests of step-up, on ${name}`, async () => {
  await import('../step-up/step-up.test.js')
})

describe(`the tests of step-up at a provider, on ${name}`, async () => {
  await import('../step-up/providers.test.js')
})
