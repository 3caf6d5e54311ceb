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

interface End {
  readonly ending: number | string | null
  readonly said: string
}

async function signIn(file: string, flow: string, strategy: string, deathAt = ''): Promise<End> {
  const child = spawn(process.execPath, [program, file, flow, strategy, deathAt], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', chunk => {
    said += chunk
  })
  const [code, signal] = await once(child, 'exit')
  return { ending: signal ?? code, said }
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
/** Users, accounts and passkeys of one person. */
const whole = {
  oidc: [1, 1, 0],
  oauth: [1, 1, 0],
  credentials: [1, 0, 0],
  passkey: [1, 1, 1],
  'second passkey': [1, 2, 2],
}
const strategies = ['jwt', 'database'] as const
const sceneries = [
  ...flows.flatMap(flow => strategies.map(strategy => ({ flow, strategy }))),
  { flow: 'passkey', strategy: 'database' },
  { flow: 'second passkey', strategy: 'jwt' },
] as const

describe('a server killed in the middle of a first sign-in', () => {
  test.each(sceneries)(
    'lets the same person in afterwards, once ($flow, $strategy)',
    { timeout: 120_000 },
    async ({ flow, strategy }) => {
      const undisturbed = await signIn(join(folder, `${flow}-${strategy}.db`), flow, strategy)
      expect(undisturbed.ending).toBe(0)
      const boundaries = Number(undisturbed.said)
      const isStored = flow !== 'credentials' || strategy === 'database'
      expect(boundaries).toBeGreaterThanOrEqual(isStored ? 3 : 0)

      for (let deathAt = 0; deathAt < boundaries; deathAt++) {
        const file = join(folder, `${flow}-${strategy}-${deathAt}.db`)
        expect(await signIn(file, flow, strategy, String(deathAt))).toMatchObject({ ending: 'SIGKILL' })
        expect(await signIn(file, flow, strategy)).toMatchObject({ ending: 0 })
        expect(countRecords(file)).toEqual(whole[flow])
      }
    },
  )
})
