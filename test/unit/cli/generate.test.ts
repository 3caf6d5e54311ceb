import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../../src/cli/run-command.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { createTempApp, type Files } from './temp-app.js'

const head = `// my schema
datasource db {
  // provider = "sqlite"
  provider = "postgresql"
  url      = env("DATABASE_URL")
}
`

const ownModels = `/// A person.
model User {
  id    Int     @id @default(autoincrement()) // a number
  role  String? // "admin" }
  posts Post[]

  @@map("users")
}

model Post {
  id       Int  @id
  author   User @relation(fields: [authorId], references: [id])
  authorId Int
}
`

/** Runs `latchkey generate` in an app with these files. */
function run(files: Files, ...args: string[]) {
  const app = createTempApp(files)
  const read = (path: string) => readFileSync(join(app.folder, path), 'utf8')
  const runAgain = (...again: string[]) => generateIn(app.folder, again)
  return { read, write: app.write, run: runAgain, first: runAgain(...args) }
}

async function generateIn(cwd: string, args: readonly string[]) {
  const lines: Record<'out' | 'err', string[]> = { out: [], err: [] }
  const code = await runCommand(['generate', ...args], {
    env: {},
    cwd,
    out: text => void lines.out.push(`${text}\n`),
    err: text => void lines.err.push(`${text}\n`),
  })
  return { code, out: lines.out.join(''), err: lines.err.join('') }
}

/** `test/published` runs apps on the generated schemas, with `prisma` and `drizzle-kit`. */
describe('latchkey generate prisma', () => {
  const schema = 'prisma/schema.prisma'

  test('prints the whole schema and changes no file', async () => {
    const { first, read } = run({ [schema]: head }, 'prisma')
    const { code, out } = await first
    expect(code).toBe(0)
    const models = [...out.matchAll(/^model (\w+) /gm)].map(([, name]) => name)
    expect(models).toEqual([
      'User',
      'Account',
      'Session',
      'VerificationToken',
      'Authenticator',
      'LatchkeyRecord',
    ])
    expect(read(schema)).toBe(head)
  })

  test('adds only what is missing, and keeps columns and comments', async () => {
    const { first, read, run: runAgain } = run({ [schema]: head + ownModels }, 'prisma', '--write')
    expect((await first).out).toContain('User.email')
    const text = read(schema)
    const lines = text.split('\n')
    for (const line of (head + ownModels).split('\n')) expect(lines).toContain(line)
    expect(text).toMatch(/posts Post\[\]\n {2}name +String\?\n {2}email +String\? +@unique\n/)
    expect(text).toMatch(/authenticators Authenticator\[\]\n\n {2}@@map\("users"\)\n\}/)
    expect(text).toMatch(/^model Account \{\n {2}userId +Int$/m)
    expect(text.match(/^model /gm)).toHaveLength(7)
    const second = await runAgain('prisma', '--write')
    expect(second).toMatchObject({ code: 0, out: `${schema} is up to date.\n` })
    expect(read(schema)).toBe(text)
  })

  test('references the native type of the id of users', async () => {
    const user = 'model User {\n  id String @id @db.Uuid\n}\n'
    const { out } = await run({ [schema]: head + user }, 'prisma').first
    expect(out.match(/^ {2}userId +String +@db\.Uuid$/gm)).toHaveLength(3)
  })

  test('recognizes relations of other names, and models in comments are absent', async () => {
    const user = `model User {\n  id String @id\n  Accounts Account[]\n}\n// model Session {\n// }\n`
    const { out } = await run({ [schema]: head + user }, 'prisma').first
    expect(out.match(/Account\[\]/g)).toHaveLength(1)
    expect(out).toMatch(/^model Session \{/m)
  })

  test('names required fields that a model of the app lacks', async () => {
    const session =
      'model Session {\n  sessionToken String @id\n  userId String\n  user User @relation(fields: [userId], references: [id])\n}\n'
    const { code, err } = await run({ [schema]: head + session }, 'prisma').first
    expect({ code, err }).toEqual({ code: 0, err: 'Warning: model Session lacks expires.\n' })
  })

  test('finds the file that package.json names', async () => {
    const files = { 'package.json': '{"prisma": {"schema": "db/app.prisma"}}', 'db/app.prisma': head }
    const { first, read } = run(files, 'prisma', '--write')
    expect((await first).out).toMatch(/^db\/app\.prisma: added model User, .*LatchkeyRecord\.\n$/)
    expect(read('db/app.prisma')).toContain('model LatchkeyRecord {')
  })

  test('on MySQL, long texts are not cut', async () => {
    const { out } = await run({}, 'prisma', '--provider', 'mysql').first
    for (const name of ['refresh_token', 'id_token', 'scope', 'credentialPublicKey', 'value'])
      expect(out).toMatch(new RegExp(`^ {2}${name} +String\\?? +@db\\.(?:Medium)?Text$`, 'm'))
  })

  test('on MySQL, the model of records has the collation of its migration as a comment', async () => {
    const { out } = await run({}, 'prisma', '--provider', 'mysql').first
    expect(out).toMatch(/^\/\/\/ ALTER TABLE .* COLLATE utf8mb4_0900_bin;\nmodel LatchkeyRecord \{$/m)
    const { out: other } = await run({}, 'prisma', '--provider', 'postgresql').first
    expect(other).not.toContain('///')
  })

  test.each<[string, Files, string[], RegExp]>([
    ['no file to write', {}, ['--write'], /no schema file.*--out/],
    ['no database', {}, [], /database is unknown.*--provider to postgresql, sqlite or mysql/],
    [
      'another database',
      { [schema]: head.replace('postgresql', 'mongodb') },
      [],
      /"mongodb" is not supported/,
    ],
    ['a folder', { 'db/user.prisma': head }, ['--out', 'db'], /is a folder.*--out/],
  ])('with %s fails and says what to set', async (_, files, args, message) => {
    const { code, err } = await run(files, 'prisma', ...args).first
    expect(code).toBe(1)
    expect(err).toMatch(message)
  })

  test.each([
    [['prisma', '--writ'], 'Did you mean --write?'],
    [['prsima'], 'There is no schema "prsima". Did you mean prisma?'],
    [['typeorm'], 'The schemas are prisma, drizzle, sql.'],
    [[], "missing required argument 'schema'"],
    [['prisma', 'drizzle'], 'too many arguments'],
  ])('with the arguments %j names the mistake', async (args, message) => {
    const { code, err } = await run({}, ...args).first
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(err).toContain('Usage: latchkey generate [options] <schema>')
  })

  test('with --json, prints what was added', async () => {
    const { first } = run({ [schema]: head }, 'prisma', '--write', '--json')
    const result = JSON.parse((await first).out)
    expect(result).toMatchObject({ file: schema, written: true, warnings: [] })
    expect(result.added).toContain('model LatchkeyRecord')
    expect(result).not.toHaveProperty('schema')
  })
})

describe('latchkey generate drizzle', () => {
  test.each(['postgresql', 'sqlite'])(
    'writes the schema that test/published tests, for %s',
    async provider => {
      const { first, read } = run({}, 'drizzle', '--provider', provider, '--out', 'schema.ts')
      expect((await first).code).toBe(0)
      const tested = join(projectRoot, 'test/published/sql/generated', `${provider}.ts`)
      expect(read('schema.ts')).toBe(readFileSync(tested, 'utf8'))
    },
  )

  test('adds missing tables and imports to the file of drizzle.config.ts, and keeps the rest', async () => {
    const own = `import { sqliteTable, text } from 'drizzle-orm/sqlite-core' // mine

/** People. */
export const users = sqliteTable('people', { id: text('id').primaryKey(), role: text('role') })
`
    const files = {
      'drizzle.config.ts': `export default { dialect: 'turso', schema: './db/schema.ts' }`,
      'db/schema.ts': own,
    }
    const { first, read, run: runAgain } = run(files, 'drizzle', '--write')
    const { out } = await first
    expect(out).toBe(
      'db/schema.ts: added table accounts, table sessions, table verificationTokens, table authenticators, table latchkeyRecords.\n',
    )
    const text = read('db/schema.ts')
    const [importLine = ''] = text.split('\n')
    expect(importLine).toBe(
      `import { sqliteTable, text, index, integer, primaryKey } from 'drizzle-orm/sqlite-core' // mine`,
    )
    expect(text).toContain(own.slice(own.indexOf('\n')).trimEnd())
    expect(await runAgain('drizzle', '--write')).toMatchObject({
      code: 0,
      out: 'db/schema.ts is up to date.\n',
    })
    expect(read('db/schema.ts')).toBe(text)
  })
})

describe('latchkey generate sql', () => {
  test('prints the tables of SqlAdapter, and never replaces another file', async () => {
    const { first, run: runAgain, write } = run({}, 'sql', '--provider', 'postgresql')
    const { out } = await first
    for (const table of [
      'users',
      'accounts',
      'sessions',
      'verification_tokens',
      'authenticators',
      'latchkey_record',
    ])
      expect(out).toContain(`create table "${table}"`)
    write('other.sql', 'select 1')
    const args = ['sql', '--provider', 'postgresql', '--out']
    expect((await runAgain(...args, 'tables.sql')).out).toContain('tables.sql: added')
    expect((await runAgain(...args, 'tables.sql')).out).toBe('tables.sql is up to date.\n')
    expect(await runAgain(...args, 'other.sql')).toMatchObject({ code: 1 })
  })
})
