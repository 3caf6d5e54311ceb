import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { installed } from '../runtimes/runtimes.js'

interface Miniflare {
  dispatchFetch(url: string): Promise<{ json(): Promise<unknown> }>
  dispose(): Promise<void>
}

const folder = `${installed}/node_modules/miniflare`
const root = fileURLToPath(new URL('../../', import.meta.url))

/** Whether Miniflare is installed. With `CI=true` it must be. */
export const hasMiniflare = existsSync(folder) || process.env.CI !== undefined

/** Bundles a Worker, runs it in workerd with these bindings of Miniflare, and resolves to the JSON that it responds. */
export async function runWorker(entry: string, bindings: object): Promise<unknown> {
  const required: { Miniflare: new (options: object) => Miniflare } = createRequire(import.meta.url)(folder)
  const workerd = new required.Miniflare({
    modules: true,
    script: await bundleWorker(entry),
    compatibilityDate: '2026-04-26',
    cf: false,
    telemetry: { enabled: false },
    ...bindings,
  })
  try {
    return await (await workerd.dispatchFetch('https://worker.example/')).json()
  } finally {
    await workerd.dispose()
  }
}

async function bundleWorker(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${root}${entry}`],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['latchkey-source', 'workerd'],
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
