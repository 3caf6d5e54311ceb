import { pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { passwords } from 'latchkey/passwords'
import { createAuth } from 'latchkey/server'
import { afterAll, expect, test } from 'vitest'
import { serverHead, signIn } from '../../plugins/passwords/passwords-app.js'
import { createTestApp } from '../../support/app.js'
import { createTempFolder } from '../../support/temp-folder.js'
import { run } from './describe-reseal.js'

const folder = await createTempFolder('import-passwords')
let fileCount = 0

afterAll(() => folder.remove())

const password = 'correct horse battery'

/** Hashes of the password in the formats of other systems, as they store them. */
const hashes: Readonly<Record<string, () => string>> = {
  'Better Auth': () => {
    const salt = randomBytes(16).toString('hex')
    const options = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
    return `${salt}:${scryptSync(password.normalize('NFKC'), salt, 64, options).toString('hex')}`
  },
  Django: () => {
    const key = pbkdf2Sync(password, 'salt', 10_000, 32, 'sha256').toString('base64')
    return `pbkdf2_sha256$10000$salt$${key}`
  },
  'a scrypt string': () => {
    const salt = randomBytes(16)
    const key = scryptSync(password, salt, 32, { N: 2 ** 14, r: 8, p: 1 })
    const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    return `$scrypt$ln=14,r=8,p=1$${encode(salt)}$${encode(key)}`
  },
}

async function openStore() {
  const url = `file:${folder.path}/${fileCount++}.db`
  const adapter = SqlAdapter(url)
  await adapter.migrate()
  return { url, adapter }
}

function writeLines(lines: readonly (object | string)[]): string {
  const path = `${folder.path}/${fileCount++}.jsonl`
  writeFileSync(path, lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return path
}

test.each(Object.keys(hashes))('a user signs in with the hash of %s, which is then renewed', async name => {
  const { url, adapter } = await openStore()
  const email = 'ada@example.com'
  const user = await adapter.createUser({ id: 'ada', email, emailVerified: new Date() })
  const hash = hashes[name]?.() ?? ''
  const [code, text] = await run(['passwords', 'import', writeLines([{ userId: user.id, hash }]), url], {})
  expect([code, text]).toEqual([0, '1 hashes were stored. 0 users have a password. 0 lines were refused.'])
  const app = createTestApp({ adapter, plugins: [passwords()], providers: [], sendEmail: () => {} })
  expect(await signIn(app.open(), { email, password: 'a wrong password' })).toMatchObject({ status: 400 })
  expect((await signIn(app.open(), { email, password })).status).toBe(200)
  const record = await adapter.records.getRecord('password', user.id)
  expect(record?.value).toMatchObject({ version: 1, hash: expect.not.stringContaining(hash) })
  expect((await signIn(app.open(), { email, password })).status).toBe(200)
})

test('lines that are wrong are listed without their hash, and the others are stored', async () => {
  const { url, adapter } = await openStore()
  const good = hashes['Django']?.() ?? ''
  const file = writeLines([
    { userId: 'ada', hash: good },
    '',
    'no JSON',
    '[]',
    { userId: '', hash: good },
    { userId: 'bob', hash: 5 },
    { userId: 'eve', hash: 'md5:5f4dcc3b5aa765d61d8327deb882cf99' },
    { userId: 'grace', hash: good, extra: true },
  ])
  const [code, text] = await run(['passwords', 'import', file], { DATABASE_URL: url })
  expect(code).toBe(3)
  expect(text.split('\n').map(line => line.split(':')[0])).toEqual([
    'Line 3',
    'Line 4',
    'Line 5',
    'Line 6',
    'Line 7',
    '2 hashes were stored. 0 users have a password. 5 lines were refused.',
  ])
  expect(text).not.toContain('5f4dcc3b')
  const stored = await adapter.records.listRecords({ kind: 'password' })
  expect(stored.map(({ id }) => id)).toEqual(['ada', 'grace'])
})

test('a second run keeps the passwords that users have, and a dry run stores nothing', async () => {
  const { url, adapter } = await openStore()
  const lines = Array.from({ length: 120 }, (_, index) => ({
    userId: `user-${index}`,
    hash: hashes['Django']?.() ?? '',
  }))
  const dryRun = await run(['passwords', 'import', '--dry-run', writeLines(lines), url], {})
  expect(dryRun).toEqual([0, '120 hashes would be stored. 0 users have a password. 0 lines were refused.'])
  expect(await adapter.records.listRecords({ kind: 'password' })).toEqual([])
  expect((await run(['passwords', 'import', writeLines(lines.slice(0, 70)), url], {}))[0]).toBe(0)
  const before = await adapter.records.getRecord('password', 'user-5')
  const again = await run(['passwords', 'import', writeLines(lines), url], {})
  expect(again).toEqual([0, '50 hashes were stored. 70 users have a password. 0 lines were refused.'])
  expect(await adapter.records.getRecord('password', 'user-5')).toEqual(before)
})

test('wrong usage prints the help, and a missing file is an error', async () => {
  const { url } = await openStore()
  for (const args of [['passwords'], ['passwords', 'export', 'x', url], ['passwords', 'import', url]]) {
    const [code, text] = await run(args, {})
    expect(code).toBe(2)
    expect(text).toContain('Usage: latchkey passwords')
  }
  const [code, text] = await run(['passwords', 'import', `${folder.path}/missing.jsonl`, url], {})
  expect(code).toBe(1)
  expect(text).toContain('ENOENT')
})

test('the memory adapter of an app imports through the server function', async () => {
  const adapter = MemoryAdapter()
  const { api } = createAuth({
    secret: 'a secret of more than 32 characters!',
    adapter,
    providers: [],
    plugins: [passwords()],
    sendEmail: () => {},
  })
  const hash = hashes['Better Auth']?.() ?? ''
  expect((await api.passwords.importHash(serverHead, 'ada', hash)).data).toBe(true)
  expect((await api.passwords.importHash(serverHead, 'ada', hash)).data).toBe(false)
  await expect(api.passwords.importHash(serverHead, 'bob', 'md5:1234')).rejects.toThrow('importHash: ')
})
