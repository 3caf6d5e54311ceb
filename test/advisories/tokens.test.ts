/**
 * The advisories of libraries for tokens and databases. The titles begin with the id of the advisory.
 *
 * @module
 */
import { SqlAdapter } from 'latchkey/adapters/sql'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { createTestApp, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { testAdvisory } from './test-advisory.js'

testAdvisory(
  'GHSA-3j8v-cgw4-2g6q',
  'issuer and audience are compared exactly, and each time with the same result',
  async () => {
    const op = createMaliciousProvider()
    const { open } = createTestApp({ op })
    const achieved: string[] = []
    const claims = [
      { iss: `${op.issuer}.evil.example` },
      { iss: op.issuer.replace('.', 'x') },
      { iss: op.issuer.toUpperCase() },
      { iss: ` ${op.issuer}` },
      { iss: [op.issuer] },
      { aud: 'ap' },
      { aud: 'app ' },
      { aud: 'APP' },
      { aud: 'a.p' },
      { aud: 'app|other' },
      { aud: ['a', 'p', 'p'] },
      { aud: { 0: 'app' } },
      { aud: `${'a'.repeat(50_000)}!` },
    ]
    for (const lie of claims)
      for (let repeat = 0; repeat < 3; repeat++) {
        op.lies = { claims: lie }
        const visit = open()
        await runRoundTrip(visit, op)
        if (await visit.getSession()) achieved.push(`signed in with ${JSON.stringify(lie).slice(0, 60)}`)

        op.lies = {}
        const honest = open()
        await runRoundTrip(honest, op)
        expect(await honest.getSession()).not.toBeNull()
      }
    return achieved
  },
)

/** Texts that end a literal, an identifier or a path of some database, or stand for a parameter. */
const hostileTexts = [
  "' or '1'='1",
  "'; drop table users; --",
  '" or ""="',
  '`; drop table users; `',
  '\\',
  "\\'",
  `\${name}`,
  '$1',
  ':id',
  '?',
  '??',
  '@p1',
  '%',
  '_',
  '*',
  '$.name',
  '$.a"b',
  '[0]',
  '/**/',
  '\u{1f511}\u{10ffff}',
  '\u02bc\uff07',
]

test('GHSA-wmrf-hv6w-mr66: texts of a visitor are values, and never a part of a statement', async () => {
  const database = new Database(':memory:')
  const adapter = SqlAdapter(database)
  const witness = await adapter.createUser({ id: 'w', email: 'witness@corp.example', emailVerified: null })
  for (const [index, text] of hostileTexts.entries()) {
    const email = `${text}${index}@corp.example`
    const user = await adapter.createUser({ id: text, name: text, image: text, email, emailVerified: null })
    expect(user).toMatchObject({ name: text, image: text, email })
    expect(await adapter.getUser(user.id)).toEqual(user)
    expect(await adapter.getUserByEmail(email)).toEqual(user)

    await adapter.linkAccount({
      userId: user.id,
      type: 'oauth',
      provider: text,
      providerAccountId: text,
      access_token: text,
      scope: text,
    })
    expect(await adapter.getUserByAccount({ provider: text, providerAccountId: text })).toEqual(user)
    expect(await adapter.getUserByAccount({ provider: text, providerAccountId: `${text}x` })).toBeNull()

    const expires = new Date(Date.now() + 60_000)
    await adapter.createSession({ sessionToken: `${text}s`, userId: user.id, expires })
    expect((await adapter.getSessionAndUser(`${text}s`))?.user).toEqual(user)
    await adapter.deleteSession(`${text}s`)
    expect(await adapter.getSessionAndUser(`${text}s`)).toBeNull()

    await adapter.createVerificationToken({ identifier: email, token: text, expires })
    expect(await adapter.useVerificationToken({ identifier: email, token: `${text}x` })).toBeNull()
    expect(await adapter.useVerificationToken({ identifier: email, token: text })).toMatchObject({
      token: text,
    })
  }
  const truncated = async () => adapter.getUserByEmail('witness@corp.example\0x')
  expect(await truncated().catch(() => null)).toBeNull()
  expect(await adapter.getUser(witness.id)).toEqual(witness)
  expect(await adapter.getUserByEmail("' or '1'='1")).toBeNull()
  database.close()
})
