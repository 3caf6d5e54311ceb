import fc from 'fast-check'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import Nodemailer from 'latchkey/providers/nodemailer'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { parseIdentifier } from '../../src/flows/email/identifier.js'
import { createTestApp } from '../support/app.js'
import { arbitraryEmail, seed, toWireFormat } from '../support/arbitrary-email.js'
import { captureEmails } from '../support/captured-emails.js'
import { startSmtpServer } from '../support/smtp-server.js'

const { provider } = captureEmails()
/** Everything of nodemailer but the socket: it parses, encodes and makes the envelope. */
const transport = createTransport({ streamTransport: true, buffer: true })

async function readEnvelope(to: string | { name: string; address: string }): Promise<string[]> {
  const { envelope } = await transport.sendMail({ from: 'app@example.com', to, text: 'hello' })
  return [envelope.to].flat().filter(address => typeof address === 'string')
}

function normalizeTyped(typed: string, rules = provider): string | null {
  try {
    return parseIdentifier(typed, rules)
  } catch {
    return null
  }
}

test('what the rules accept is exactly the recipient that nodemailer names', {
  timeout: 120_000,
}, async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(arbitraryEmail, async typed => {
      const identifier = normalizeTyped(typed)
      if (identifier === null) return
      count++
      // With a name in another script the mail needs SMTPUTF8, and the host stays in its script, too.
      const same = [[identifier], [toWireFormat(identifier)]]
      expect(same).toContainEqual(await readEnvelope({ name: '', address: identifier }))
      expect(same).toContainEqual(await readEnvelope(identifier))
      expect(normalizeTyped(identifier)).toBe(identifier)
    }),
    { numRuns: 10_000, seed },
  )
  expect(count, `accepted of seed ${seed}`).toBeGreaterThan(3_000)
})

test('and what a real server hears after RCPT TO', { timeout: 60_000 }, async () => {
  const box = await startSmtpServer()
  const own = Nodemailer({ server: { ...box.server, pool: true } })
  const visit = createTestApp({ adapter: MemoryAdapter(), providers: [own] }).open()
  const typed = fc.sample(arbitraryEmail, { numRuns: 300, seed }).filter(one => normalizeTyped(one) !== null)
  try {
    for (const email of typed) await visit.signIn('nodemailer', { email })
    const heard = box.mails.map(({ recipients }) => recipients.map(toWireFormat))
    expect(heard, `seed ${seed}`).toEqual(typed.map(one => [toWireFormat(normalizeTyped(one) ?? '')]))
    expect(typed.length, `accepted of seed ${seed}`).toBeGreaterThan(100)
  } finally {
    await box.close()
  }
})

/** What no address has, in every width: put anywhere but at the ends, where blanks are cut off. */
const poison = fc.oneof(
  fc.constantFrom(
    ...'",;<>()[]:\\\t\n\r\0 \x7f\x85\u00a0\u2028\u200b\u202e\ufeff＂，；＜＞＠﹫﹐﹔@'.split(''),
  ),
  fc.constantFrom(
    '\r\nBcc: eve@evil.example',
    '%0d%0a\r\n',
    ' <eve@evil.example>',
    ',eve@evil.example',
    '\r\n.\r\n',
  ),
)
const innocent = fc.tuple(fc.stringMatching(/^[a-z]{2,12}$/), fc.stringMatching(/^[a-z]{2,12}$/))

test('an address with a character that none has is refused, wherever it stands', () => {
  const own = { ...provider, normalizeIdentifier: (typed: string) => typed }
  fc.assert(
    fc.property(innocent, poison, fc.nat(100), ([local, host], bad, place) => {
      const good = `${local}@${host}.example`
      const at = 1 + (place % (good.length - 1))
      const typed = good.slice(0, at) + bad + good.slice(at)
      expect(normalizeTyped(good)).toBe(good)
      expect(normalizeTyped(typed), typed).toBeNull()
      // An app with rules of its own may take other names, but no list of them and no second line.
      if (/[",;<>\s\p{Cc}]/u.test(bad)) expect(normalizeTyped(typed, own), typed).toBeNull()
    }),
    { numRuns: 10_000, seed },
  )
})

test('an address above 254 bytes is refused, and one of 254 is not', () => {
  const script = fc.constantFrom('a', 'é', '中', '😀')
  fc.assert(
    fc.property(script, fc.integer({ min: -4, max: 4 }), (character, off) => {
      const size = new TextEncoder().encode(character).length
      const wanted = 254 + off - '@example.com'.length
      const typed = `${character.repeat(Math.floor(wanted / size))}${'a'.repeat(wanted % size)}@example.com`
      expect(normalizeTyped(typed)).toBe(off <= 0 ? typed : null)
    }),
    { numRuns: 300, seed },
  )
})
