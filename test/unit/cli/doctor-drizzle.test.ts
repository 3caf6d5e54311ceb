import { describe, expect, test } from 'vitest'
import { addDrizzleTables } from '../../../src/cli/generate-drizzle.js'
import { providers } from '../../../src/cli/generated-schema.js'
import { change, environment, manifest, next, nextAuth, runDoctor } from './doctor-app.js'
import type { Files } from './temp-app.js'

const schema = addDrizzleTables('', 'postgresql').text
const packages = manifest({ next: '16.0.0', 'drizzle-orm': '0.45.4', '@simplewebauthn/server': '13' })
const passed =
  '{ usersTable: users, accountsTable: accounts, sessionsTable: sessions, verificationTokensTable: verificationTokens, authenticatorsTable: authenticators }'
const imports = [
  "import { DrizzleAdapter } from '@auth/drizzle-adapter'",
  "import { withDrizzleRecords } from 'latchkey/adapters/drizzle'",
  "import Resend from 'latchkey/providers/resend'",
  "import Passkey from 'latchkey/providers/passkey'",
].join('\n')

/** An app with the tables of a schema, and an adapter as source text. */
function createApp(
  text: string,
  adapter = `withDrizzleRecords(DrizzleAdapter(db, ${passed}), db, latchkeyRecords)`,
): Files {
  return change(next, {
    ...packages,
    'auth.ts': nextAuth(`adapter: ${adapter}, providers: [GitHub, Resend({}), Passkey]`, imports),
    'db/schema.ts': text,
  })
}

/** Returns the schema without a table. */
function removeTable(variable: string): string {
  return schema.replace(new RegExp(`export const ${variable} = [\\s\\S]*?\\n\\)\\n`), '')
}

const defaults = 'DrizzleAdapter(db)'
const ownTables = `import { pgTableCreator } from 'drizzle-orm/pg-core'
const createTable = pgTableCreator(name => \`app_\${name}\`)
export const users = createTable('user', d => ({ id: d.text().primaryKey(), email: d.text().unique(), emailVerified: d.timestamp() }))
export const accounts = createTable(
  'account',
  d => ({ userId: d.text(), type: d.text(), provider: d.text(), providerAccountId: d.text() }),
  t => [primaryKey({ columns: [t.provider, t.providerAccountId] })],
)
`

const otherKeys = `import { pgTable, primaryKey, sql, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
export const users = pgTable(
  'user',
  { id: text('id').primaryKey(), email: text('email'), emailVerified: timestamp('emailVerified') },
  table => [uniqueIndex('email').on(sql\`lower(\${table.email})\`)],
)
export const accounts = pgTable(
  'account',
  { userId: text(), type: text(), provider: text(), providerAccountId: text() },
  account => ({ compoundKey: primaryKey({ columns: [account.provider, account.providerAccountId] }) }),
)
`

describe('a healthy schema of Drizzle has no finding', () => {
  test.each(providers)('that of npx latchkey generate drizzle for %s', async provider => {
    const { text } = addDrizzleTables('', provider)
    expect(await runDoctor(createApp(text, `DrizzleAdapter(db, ${passed})`))).toMatchObject({
      code: 0,
      findings: [],
    })
    expect(await runDoctor(createApp(text, defaults))).toMatchObject({ code: 0, findings: [] })
  })

  test.each<[string, Files]>([
    ['with records', createApp(schema)],
    ['with a table function of the app', createApp(ownTables, `DrizzleAdapter(db, ${passed})`)],
    ['with columns that are spread', createApp(schema.replace(/email: .*/, '...emailColumns,'))],
    ['with keys of other forms', createApp(otherKeys, `DrizzleAdapter(db, ${passed})`)],
    ['in another package', createApp("import { boolean } from 'drizzle-orm/pg-core'\n")],
    ['that is passed as a whole', createApp(removeTable('accounts'), 'DrizzleAdapter(db, schema)')],
    [
      'in SQL with the names of the adapter',
      change(createApp(removeTable('verificationTokens'), defaults), {
        'db/more.ts': "export const more = schema.table('verificationToken', columns)\n",
      }),
    ],
  ])('%s', async (_, files) => {
    expect(await runDoctor(files)).toMatchObject({ code: 0, findings: [] })
  })
})

describe('a broken schema of Drizzle has one finding', () => {
  test.each<[title: string, code: string, files: Files, place: string]>([
    [
      'no table of tokens',
      'schema-model-missing',
      createApp(removeTable('verificationTokens'), defaults),
      'table verificationToken',
    ],
    [
      'no table of passkeys, and others are passed',
      'schema-model-missing',
      createApp(
        removeTable('authenticators'),
        `DrizzleAdapter(db, ${passed.replace(', authenticatorsTable: authenticators', '')})`,
      ),
      'table authenticator',
    ],
    [
      'a column that the adapter writes',
      'schema-field-missing',
      createApp(schema.replace(/ +emailVerified: .*\n/, '')),
      'users.emailVerified',
    ],
    [
      'a column in a comment',
      'schema-field-missing',
      createApp(schema.replace('  emailVerified:', '  // emailVerified:')),
      'users.emailVerified',
    ],
    [
      'a column with another name than that of the adapter',
      'schema-field-missing',
      createApp(schema.replace("timestamp('emailVerified'", "timestamp('email_verified'"), defaults),
      'users.emailVerified',
    ],
    [
      'tables that a variable has',
      'schema-field-missing',
      change(createApp(schema.replace(/ +sessionToken: .*\n/, "    token: text('token').primaryKey(),\n")), {
        'auth.ts': `${imports}\nimport NextAuth from 'latchkey/next'\nconst tables = ${passed}\nexport const { handlers, auth } = NextAuth({ adapter: DrizzleAdapter(db, tables), providers: [Passkey] })\n`,
      }),
      'sessions.sessionToken',
    ],
    [
      'a column of records',
      'schema-field-missing',
      createApp(schema.replace(/ +version: .*\n/, '')),
      'latchkeyRecords.version',
    ],
    [
      'an email address that is not unique',
      'schema-unique-missing',
      createApp(schema.replace("email: text('email').unique()", "email: text('email').notNull()")),
      'users (email)',
    ],
    [
      'a key that Drizzle drops',
      'schema-unique-missing',
      createApp(
        schema.replace(
          'primaryKey({ columns: [table.provider, table.providerAccountId] })',
          '{ compoundKey: primaryKey({ columns: [table.provider, table.providerAccountId] }) }',
        ),
      ),
      'accounts (provider, providerAccountId)',
    ],
  ])('%s: %s', async (_, code, files, place) => {
    const { findings } = await runDoctor(files, { ...environment, AUTH_RESEND_KEY: 'k' })
    expect(findings.map(finding => [finding.code, finding.place])).toEqual([[code, place]])
  })
})
