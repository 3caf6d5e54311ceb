import { copyFileSync } from 'node:fs'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { afterAll } from 'vitest'
import { describeOnStore } from '../support/describe-on-store.js'
import { createTempFolder } from '../support/temp-folder.js'
import type { TestStoreKind } from '../support/test-store.js'

const folder = await createTempFolder('plugins')
const adapters: SqlAdapter[] = []

/** A database with tables. Copying it takes less time than creating tables. */
const template = `${folder.path}/template.db`
await createTemplate()

async function createTemplate() {
  await using adapter = SqlAdapter(`file:${template}`)
  await adapter.migrate()
}

afterAll(async () => {
  for (const adapter of adapters) await adapter.close()
  await folder.remove()
})

const kind: TestStoreKind = {
  name: 'SQLite',
  isBesideRecords: false,
  create() {
    const file = `${folder.path}/${adapters.length}.db`
    copyFileSync(template, file)
    const adapter = SqlAdapter(`file:${file}`)
    adapters.push(adapter)
    return adapter
  },
}

describeOnStore(kind, { isBrief: true })
