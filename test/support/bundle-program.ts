import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Bundles a test program with the source of the package, for a child process. `entry` is relative to the project. */
export async function bundleProgram(entry: string) {
  const folder = await mkdtemp(join(root, 'node_modules/.latchkey-program-'))
  const path = join(folder, 'program.mjs')
  await build({
    entryPoints: [join(root, entry)],
    outfile: path,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['latchkey-source'],
    external: [
      'commander',
      'kysely',
      'libsql',
      'pg',
      'mysql2',
      'jose',
      'oauth4webapi',
      '@simplewebauthn/server',
    ],
  })
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}
