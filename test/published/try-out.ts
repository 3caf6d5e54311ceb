import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdapterReport, runAdapterContract } from '../../src/testing/contract/report.js'
import { accountFor } from './known-faults.js'
import { stopServers } from './servers.js'
import { describeSignIns } from './sign-ins.js'
import { type OpenStore, ownUserColumns, type Trial } from './store.js'

/** Where `npm run adapters` wants the reports, from which it makes its table. */
const reports = process.env['LATCHKEY_ADAPTER_REPORTS']

/** Runs the contract and whole sign-ins on each adapter of these files, which lie beside the manifest in `folder`. */
export async function tryOut(folder: string, files: readonly string[]): Promise<void> {
  afterAll(stopServers)
  for (const file of files) {
    const { trials }: { trials: readonly Trial[] } = await import(`./${folder}/${file}.ts`)
    for (const trial of trials) tryOne(join(import.meta.dirname, folder), trial)
  }
}

function tryOne(folder: string, trial: Trial): void {
  const name = `${trial.adapter} on ${trial.store}`
  describe(name, () => {
    let store: OpenStore
    beforeAll(async () => {
      store = await trial.open()
    }, 60_000)
    afterAll(() => store?.close())

    test('keeps the contract but for the faults that are known', { timeout: 300_000 }, async () => {
      const report = await runAdapterContract(
        async () => {
          await store.empty()
          return { adapter: store.adapter }
        },
        { name, ownUserColumns, ...trial.traits },
      )
      if (reports) keep(reports, folder, trial, report)
      expect(accountFor(name, report)).toEqual([])
    })

    describeSignIns(() => store)
  })
}

function keep(into: string, folder: string, { adapter, store }: Trial, report: AdapterReport): void {
  const manifest = join(folder, 'node_modules', adapter, 'package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  mkdirSync(into, { recursive: true })
  const file = join(into, `${report.adapter.replace(/\W+/g, '-')}.json`)
  writeFileSync(file, JSON.stringify({ package: adapter, version, store, report }, null, 2))
}
