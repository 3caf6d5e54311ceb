import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AdapterReport, runAdapterContract } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenStore, Trial } from './adapter-trial.js'
import { compareWithKnownFaults } from './known-faults.js'
import { dropDatabases, getServer } from './servers.js'
import { describeSignIns } from './sign-ins.js'

/** The folder for the reports of `npm run adapters`. */
const reports = process.env['LATCHKEY_ADAPTER_REPORTS']

/** Runs the contract and complete sign-ins on each adapter of these files in `folder`. */
export async function runContracts(folder: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const { trials }: { trials: readonly Trial[] } = await import(`./${folder}/${file}.ts`)
    for (const trial of trials) {
      const obstacle = getObstacle(trial)
      if (obstacle) describe.skip(`${getTrialName(trial)}: ${obstacle}`, () => test('is tested', () => {}))
      else runContract(join(import.meta.dirname, folder), trial)
    }
  }
}

function runContract(folder: string, trial: Trial): void {
  const name = getTrialName(trial)
  describe(name, () => {
    let store: OpenStore
    beforeAll(async () => {
      store = await trial.open()
    }, 60_000)
    afterAll(async () => {
      await store?.close()
      await dropDatabases()
    })

    const options = { timeout: 300_000, retry: trial.retry ?? 0 }
    test('fulfills the contract except for known faults', options, async () => {
      const report = await runAdapterContract(
        async () => {
          await store.empty()
          const { adapter, reopen } = store
          return reopen ? { adapter, reopen } : { adapter }
        },
        { name, ...trial.limits },
      )
      if (reports) writeReport(reports, folder, trial, report)
      expect(compareWithKnownFaults(name, report)).toEqual([])
    })

    describeSignIns(() => store)
  })
}

/** Returns why the store cannot be opened. On CI and for the table the test must fail instead of being skipped. */
function getObstacle({ needs }: Trial): string | undefined {
  return needs && !process.env['CI'] && !reports ? getServer(needs).reason : undefined
}

function getTrialName({ adapter, store, patched }: Trial): string {
  return [`${adapter} on ${store}`, ...(patched ? [patched] : [])].join(', ')
}

function writeReport(
  target: string,
  folder: string,
  { adapter, store, patched }: Trial,
  report: AdapterReport,
): void {
  const version = readVersion(join(folder, 'node_modules', adapter, 'package.json'))
  mkdirSync(target, { recursive: true })
  const file = join(target, `${report.adapter.replace(/\W+/g, '-')}.json`)
  writeFileSync(file, JSON.stringify({ adapter, version, store, patched, report }, null, 2))
}

/** Adapters of Latchkey have no manifest of their own. */
function readVersion(manifest: string): string | undefined {
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined
}
