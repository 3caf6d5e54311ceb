import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import type { Runtime } from './runtimes.js'

/** The usual bundler options of each kind of runtime. The condition `latchkey-source` resolves to `src` instead of `dist`. */
const kinds: Record<Runtime['crypto'], BuildOptions> = {
  // The suite verifies no bcrypt. An app bundles without this optional peer, too.
  node: { platform: 'node', conditions: ['latchkey-source'], external: ['bcryptjs'] },
  web: {
    // As Wrangler does.
    platform: 'browser',
    mainFields: ['module', 'main'],
    conditions: ['latchkey-source', 'worker', 'workerd', 'edge-light'],
  },
}

/** The bundled suite, and the Node modules that it imports. */
export interface Bundle {
  readonly file: string
  readonly builtins: readonly string[]
}

/** Bundles the suite for a runtime, into `folder`. */
export async function buildSuite({ entry, crypto }: Runtime, folder: string): Promise<Bundle> {
  const file = join(folder, `${entry}-${crypto}.mjs`)
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`entry-${entry}.ts`, import.meta.url))],
    outfile: file,
    bundle: true,
    metafile: true,
    format: entry === 'edge' ? 'iife' : 'esm',
    logLevel: 'silent',
    ...kinds[crypto],
  })
  const imports = Object.values(metafile?.outputs ?? {}).flatMap(output => output.imports)
  return { file, builtins: imports.map(({ path }) => path).filter(path => isBuiltin(path)) }
}
