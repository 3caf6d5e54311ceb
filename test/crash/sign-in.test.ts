import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
let folder: string
let program: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-crash-'))
  const cache = await mkdtemp(join(root, 'node_modules/.latchkey-crash-'))
  program = join(cache, 'program.mjs')
  await build({
    entryPoints: [join(root, 'test/crash/program.ts')],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['latchkey-source'],
    external: ['kysely', 'libsql', 'jose', 'oauth4webapi', '@simplewebauthn/server'],
  })
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(join(program, '..'), { recursive: true, force: true })
})

interface ProcessResult {
  readonly ending: number | string | null
  readonly output: string
}

async function signIn(file: string, flow: string, strategy: string, killAt = ''): Promise<ProcessResult> {
  const child = spawn(process.execPath, [program, file, flow, strategy, killAt], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: folder },
  })
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  const [code, signal] = await once(child, 'exit')
  return { ending: signal ?? code, output }
}

function countRecords(file: string) {
  const database = new Database(file)
  const count = (table: string) => database.prepare(`select count(*) from ${table}`).pluck().all()[0]
  const tables = ['users', 'accounts', 'authenticators']
  const result = tables.map(count)
  database.close()
  return result
}

const flows = ['oidc', 'oauth', 'credentials'] as const
/** Numbers of users, accounts and passkeys at the end. */
const expectedRecords = {
  oidc: [1, 1, 0],
  oauth: [1, 1, 0],
  credentials: [1, 0, 0],
  passkey: [1, 1, 1],
  'second passkey': [1, 2, 2],
}
const strategies = ['jwt', 'database'] as const
const cases = [
  ...flows.flatMap(flow => strategies.map(strategy => ({ flow, strategy }))),
  { flow: 'passkey', strategy: 'database' },
  { flow: 'second passkey', strategy: 'jwt' },
] as const

describe('a process that is killed during a first sign-in', () => {
  test.each(cases)(
    'leaves a state in which the same user can sign in without duplicates ($flow, $strategy)',
    { timeout: 120_000 },
    async ({ flow, strategy }) => {
      const completeRun = await signIn(join(folder, `${flow}-${strategy}.db`), flow, strategy)
      expect(completeRun.ending).toBe(0)
      const boundaries = Number(completeRun.output)
      const isStored = flow !== 'credentials' || strategy === 'database'
      expect(boundaries).toBeGreaterThanOrEqual(isStored ? 3 : 0)

      for (let killAt = 0; killAt < boundaries; killAt++) {
        const file = join(folder, `${flow}-${strategy}-${killAt}.db`)
        expect(await signIn(file, flow, strategy, String(killAt))).toMatchObject({ ending: 'SIGKILL' })
        expect(await signIn(file, flow, strategy)).toMatchObject({ ending: 0 })
        expect(countRecords(file)).toEqual(expectedRecords[flow])
      }
    },
  )
})
