import { type ChildProcess, spawn } from 'node:child_process'
import { pbkdf2Sync, scryptSync } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { passwords } from 'latchkey/passwords'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { signIn } from '../plugins/passwords/passwords-app.js'
import { createTestApp } from '../support/app.js'
import { bundleProgram } from '../support/bundle-program.js'
import { withServer } from '../support/databases/with-server.js'
import { hasAllCases } from '../support/fire.js'
import { createTempFolder } from '../support/temp-folder.js'
import { createSchema } from './test-databases.js'

/** 100,000 in `npm run test:fire`. */
const userCount = hasAllCases ? 100_000 : 3_000
const folder = await createTempFolder('import-passwords')
let program: Awaited<ReturnType<typeof bundleProgram>>

beforeAll(async () => {
  program = await bundleProgram('src/cli/latchkey.ts')
})

afterAll(async () => {
  await program?.remove()
  await folder.remove()
})

/** Each user has one of ten passwords, in one of two formats of other systems. */
function getPassword(index: number): string {
  return `the password of user ${index % 10}`
}

function hashPassword(index: number): string {
  const password = getPassword(index)
  const salt = String(index % 10).padStart(32, '0')
  if (index % 2 === 0)
    return `pbkdf2_sha256$1000$${salt}$${pbkdf2Sync(password, salt, 1_000, 32, 'sha256').toString('base64')}`
  const options = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
  return `${salt}:${scryptSync(password, salt, 64, options).toString('hex')}`
}

function writeFile(): string {
  const hashes = Array.from({ length: 10 }, (_, index) => hashPassword(index))
  const lines = Array.from({ length: userCount }, (_, index) =>
    JSON.stringify({ userId: `user-${index}`, hash: hashes[index % 10] }),
  )
  const path = `${folder.path}/users.jsonl`
  writeFileSync(path, lines.join('\n'))
  return path
}

function startImport(file: string, url: string): ChildProcess {
  return spawn(process.execPath, [program.path, 'passwords', 'import', file, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function countRecords({ records }: SqlAdapter): Promise<number> {
  let count = 0
  let after: string | undefined
  do {
    const page = await records.listRecords({ kind: 'password', after, limit: 1000 })
    count += page.length
    after = page.at(-1)?.id
  } while (after !== undefined)
  return count
}

/** Imports the users in processes of which the first is killed, and signs some of them in. */
function describeImport(name: string, open: () => Promise<{ url: string; adapter: SqlAdapter }>): void {
  describe(`an import of ${userCount} passwords on ${name}`, { timeout: 600_000 }, () => {
    test('that is killed half way is completed by the next run, and users sign in', async () => {
      const { url, adapter } = await open()
      const file = writeFile()
      const killed = startImport(file, url)
      const ended = once(killed, 'exit')
      while ((await countRecords(adapter)) < userCount / 3 && killed.exitCode === null) await sleep(5)
      killed.kill('SIGKILL')
      expect((await ended)[1]).toBe('SIGKILL')
      const half = await countRecords(adapter)
      expect(half).toBeGreaterThan(0)
      expect(half).toBeLessThan(userCount)

      const next = startImport(file, url)
      const output: string[] = []
      next.stdout?.on('data', (chunk: Buffer) => void output.push(chunk.toString()))
      const [code] = await once(next, 'close')
      expect(code).toBe(0)
      expect(output.join('')).toContain(
        `${userCount - half} hashes were stored. ${half} users have a password.`,
      )
      expect(await countRecords(adapter)).toBe(userCount)

      const app = createTestApp({ adapter, plugins: [passwords()], providers: [], sendEmail: () => {} })
      for (const index of [0, 1, half, userCount - 1]) {
        const email = `user-${index}@example.com`
        await adapter.createUser({ id: `user-${index}`, email, emailVerified: new Date() })
        const before = await adapter.records.getRecord('password', `user-${index}`)
        expect((await signIn(app.open(), { email, password: getPassword(index) })).status).toBe(200)
        const record = await adapter.records.getRecord('password', `user-${index}`)
        expect(record?.value).not.toEqual(before?.value)
        expect((await signIn(app.open(), { email, password: getPassword(index) })).status).toBe(200)
      }
    })
  })
}

describeImport('SQLite', async () => {
  const url = `file:${folder.path}/import.db`
  const adapter = SqlAdapter(url)
  onTestFinished(() => adapter.close())
  await adapter.migrate()
  return { url, adapter }
})

withServer('postgres', server => {
  describeImport('PostgreSQL', async () => {
    const database = await createSchema(server)
    const adapter = SqlAdapter(database.url)
    onTestFinished(async () => {
      await adapter.close()
      await database.drop()
    })
    await adapter.migrate()
    return { url: database.url, adapter }
  })
})
