import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Bundles the CLI from the current source into one file. */
export async function buildCommand() {
  const parent = join(root, 'node_modules/.cache')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'latchkey-command-'))
  const program = join(folder, 'latchkey.mjs')
  await build({
    entryPoints: [join(root, 'src/cli/latchkey.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['commander', 'kysely'],
    outfile: program,
  })
  return { program, remove: () => rm(folder, { recursive: true, force: true }) }
}

export interface ExitResult {
  readonly exitStatus: number | string | null
  readonly out: string
  readonly err: string
}

export function start(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } })
  return { child, ended: waitForExit(child) }
}

async function waitForExit(child: ChildProcess): Promise<ExitResult> {
  const output = { out: '', err: '' }
  child.stdout?.on('data', chunk => {
    output.out += chunk
  })
  child.stderr?.on('data', chunk => {
    output.err += chunk
  })
  const [code, signal] = await once(child, 'close')
  return { exitStatus: signal ?? code, ...output }
}
