import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { AdapterReport } from 'latchkey/testing'
import { expect, it } from 'vitest'
import { installed } from '../runtimes/runtimes.js'

interface Miniflare {
  dispatchFetch(url: string): Promise<{ json(): Promise<unknown> }>
  dispose(): Promise<void>
}

const folder = `${installed}/node_modules/miniflare`
const root = fileURLToPath(new URL('../../', import.meta.url))

async function bundleWorker(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${root}test/databases/d1-worker.ts`],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['latchkey-source', 'workerd'],
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

async function reportFromWorker(): Promise<AdapterReport> {
  const required: { Miniflare: new (options: object) => Miniflare } = createRequire(import.meta.url)(folder)
  const workerd = new required.Miniflare({
    modules: true,
    script: await bundleWorker(),
    compatibilityDate: '2026-04-26',
    d1Databases: ['DB'],
    cf: false,
    telemetry: { enabled: false },
  })
  try {
    const response = await workerd.dispatchFetch('https://worker.example/')
    return (await response.json()) as AdapterReport
  } finally {
    await workerd.dispose()
  }
}

it.skipIf(!existsSync(folder) && !process.env.CI)(
  'SqlAdapter passes the adapter contract on D1, in a Worker',
  { timeout: 180_000 },
  async () => {
    // A rejected request means that workerd crashed, which is unrelated to the adapter, so it is retried once.
    const { checks, passed } = await reportFromWorker().catch(reportFromWorker)
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([])
    expect(passed).toBeGreaterThan(80)
  },
)
