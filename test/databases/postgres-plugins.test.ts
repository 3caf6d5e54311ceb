import type { RecordStore } from 'latchkey/adapters'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { onTestFinished } from 'vitest'
import { withServer } from '../support/databases/with-server.js'
import { describeOnStore } from '../support/describe-on-store.js'
import type { TestStore } from '../support/test-store.js'
import { createSchema } from './test-databases.js'

withServer('postgres', url => {
  const kind = {
    name: 'PostgreSQL',
    isBesideRecords: false,
    create() {
      let opening: Promise<SqlAdapter> | undefined
      const open = () => {
        opening ??= openSchema(url)
        return opening
      }
      const unopened = SqlAdapter(url)
      const records = defer<RecordStore>(unopened.records, async () => (await open()).records)
      return { ...defer<TestStore>(unopened, open), records }
    },
  }
  describeOnStore(kind, { isBrief: true })
})

/** Opens a schema of its own with tables, until the test is finished. */
async function openSchema(url: string): Promise<SqlAdapter> {
  const database = await createSchema(url)
  const adapter = SqlAdapter(database.url)
  onTestFinished(async () => {
    await adapter.close()
    await database.drop()
  })
  await adapter.migrate()
  return adapter
}

/** Returns an object with the same methods, which open the real one at the first call. */
function defer<T extends object>(shape: T, open: () => Promise<T>): T {
  const methods = Object.entries(shape).filter(([, member]) => typeof member === 'function')
  const deferred = methods.map(([name]) => {
    const call = async (...args: unknown[]) => {
      const { [name]: method } = (await open()) as Record<string, (...args: unknown[]) => unknown>
      return method?.(...args)
    }
    return [name, call]
  })
  return { ...shape, ...Object.fromEntries(deferred) }
}
