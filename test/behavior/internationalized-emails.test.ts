import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { listEmailSpellings, toAsciiEmail } from '../../src/email/address.js'
import { createTestApp, credentials, runRoundTrip } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'

/** One mailbox, spelled in two ways. */
const spellings = [
  ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ['ada@faß.example', 'ada@xn--fa-hia.example'],
  ['ada@mail.bücher.example', 'ada@mail.xn--bcher-kva.example'],
] as const

/** Two mailboxes. */
const lookalikes = [
  ['ada@münchen.example', 'ada@munchen.example'],
  ['ada@faß.example', 'ada@fass.example'],
  ['ädä@example.com', 'ada@example.com'],
  ['ada@xn--mnchen-3ya.example', 'ada@mnchen.example'],
] as const

async function signInTwice([first, second]: readonly [string, string]) {
  const adapter = MemoryAdapter()
  const mailbox = captureEmails()
  const { open } = createTestApp({ adapter, providers: [mailbox.provider] })
  const users = []
  for (const email of [first, second]) {
    const visit = open()
    await visit.signIn('mail', { email })
    const sent = mailbox.emails.splice(0)[0]
    expect(sent?.identifier).toBe(email)
    await visit.get(sent?.url ?? '')
    users.push(await adapter.getUserByEmail(email), await visit.getSession())
  }
  return users
}

describe('an email address with an internationalized domain', () => {
  test.each([...spellings, ...spellings.map(([one, other]) => [other, one] as const)])(
    '%s signs the same user in as %s, and keeps what was typed first',
    async (one, other) => {
      const [user, first, , second] = await signInTwice([one, other])
      expect(user).toMatchObject({ email: one })
      expect([first, second]).toMatchObject([{ user: { email: one } }, { user: { email: one } }])
    },
  )

  test.each(lookalikes)('%s does not sign in the user of %s', async (one, other) => {
    const [, first, , second] = await signInTwice([one, other])
    expect([first, second]).toMatchObject([{ user: { email: one } }, { user: { email: other } }])
  })

  test.each(spellings)('%s of a provider conflicts with the user of %s', async (one, other) => {
    const adapter = MemoryAdapter()
    await adapter.createUser({ id: '1', email: one, emailVerified: new Date() })
    const op = createMaliciousProvider()
    const { open, log } = createTestApp({ adapter, op })
    await runRoundTrip(open(), op, { as: { ...grace, email: other, email_verified: true } })
    expect(log.types()).toEqual(['OAuthAccountNotLinked'])
    expect(await adapter.getUserByEmail(other)).toBeNull()
  })

  test.each(spellings)('%s and %s are one account of the limits', async (one, other) => {
    const { open } = createTestApp({
      secret: crypto.randomUUID(),
      providers: [credentials],
      throttling: { account: { limit: 1 } },
    })
    const statuses = []
    for (const email of [one, other]) {
      const visit = open()
      statuses.push((await visit.signInWithCredentials({ email, password: 'wrong' })).status)
    }
    expect(statuses).toEqual([302, 429])
  })
})

describe('the spellings of an email address', () => {
  test('are the forms that Node converts, for any domain', () => {
    const letters = fc.constantFrom(...'abcxyz019-äöüßñéåøłčжяשעلم例え中文한국😀')
    const label = fc.string({ unit: letters, minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), labels => {
        const ascii = domainToASCII(labels.join('.'))
        const unicode = domainToUnicode(ascii)
        fc.pre(ascii !== '' && ascii !== unicode && /xn--/.test(ascii))
        expect(new Set(listEmailSpellings(`ada@${unicode}`))).toEqual(
          new Set([`ada@${unicode}`, `ada@${ascii}`]),
        )
        expect(new Set(listEmailSpellings(`ada@${ascii}`))).toEqual(
          new Set([`ada@${unicode}`, `ada@${ascii}`]),
        )
        expect(toAsciiEmail(`ada@${unicode}`)).toBe(`ada@${ascii}`)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    'ada@example.com',
    'ada',
    '',
    'ada@',
    'ada@xn--',
    'ada@xn--99999999999',
    'ada@xn--a',
    'ada@xn--\u{fffd}',
    'ada@b/ü',
    'ada@ü:80',
    'ada@ü#x',
  ])('of %j is the text alone', email => {
    expect(listEmailSpellings(email)).toEqual([email])
  })
})
