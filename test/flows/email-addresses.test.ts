import fc from 'fast-check'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import Nodemailer from 'latchkey/providers/nodemailer'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { parseIdentifier } from '../../src/flows/email/identifier.js'
import { createTestApp } from '../support/app.js'
import { arbitraryEmail, seed, toWireFormat } from '../support/arbitrary-email.js'
import { captureEmails } from '../support/captured-emails.js'
import { hasAllCases } from '../support/fire.js'
import { startSmtpServer } from '../support/smtp-server.js'

const runs = hasAllCases ? 10_000 : 4_000
const { provider } = captureEmails()
/** Nodemailer without the socket: it parses, encodes and builds the envelope. */
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

test('an accepted email is exactly the recipient of the nodemailer envelope', {
  timeout: 120_000,
}, async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(arbitraryEmail, async typed => {
      const identifier = normalizeTyped(typed)
      if (identifier === null) return
      count++
      // A non-ASCII local part requires SMTPUTF8, and then the host is not converted either.
      const same = [[identifier], [toWireFormat(identifier)]]
      expect(same).toContainEqual(await readEnvelope({ name: '', address: identifier }))
      expect(same).toContainEqual(await readEnvelope(identifier))
      expect(normalizeTyped(identifier)).toBe(identifier)
    }),
    { numRuns: runs, seed },
  )
  expect(count, `accepted of seed ${seed}`).toBeGreaterThan(0.3 * runs)
})

test('an accepted email is exactly the recipient that an SMTP server receives', {
  timeout: 60_000,
}, async () => {
  const box = await startSmtpServer()
  const own = Nodemailer({ server: { ...box.server, pool: true } })
  const visit = createTestApp({ adapter: MemoryAdapter(), providers: [own] }).open()
  const typed = fc.sample(arbitraryEmail, { numRuns: 300, seed }).filter(one => normalizeTyped(one) !== null)
  try {
    for (const email of typed) await visit.signIn('nodemailer', { email })
    const received = box.emails.map(({ recipients }) => recipients.map(toWireFormat))
    expect(received, `seed ${seed}`).toEqual(typed.map(one => [toWireFormat(normalizeTyped(one) ?? '')]))
    expect(typed.length, `accepted of seed ${seed}`).toBeGreaterThan(100)
  } finally {
    await box.close()
  }
})

/** Invalid characters in all widths, inserted anywhere but at the ends, where white space is trimmed. */
const invalidCharacters = fc.oneof(
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
const validParts = fc.tuple(fc.stringMatching(/^[a-z]{2,12}$/), fc.stringMatching(/^[a-z]{2,12}$/))

test('an email with an invalid character at any position is rejected', () => {
  const own = { ...provider, normalizeIdentifier: (typed: string) => typed }
  fc.assert(
    fc.property(validParts, invalidCharacters, fc.nat(100), ([local, host], bad, place) => {
      const good = `${local}@${host}.example`
      const at = 1 + (place % (good.length - 1))
      const typed = good.slice(0, at) + bad + good.slice(at)
      expect(normalizeTyped(good)).toBe(good)
      expect(normalizeTyped(typed), typed).toBeNull()
      // A custom `normalizeIdentifier` can accept other identifiers, but no lists and no line breaks.
      if (/[",;<>\s\p{Cc}]/u.test(bad)) expect(normalizeTyped(typed, own), typed).toBeNull()
    }),
    { numRuns: 10_000, seed },
  )
})

test('an email of more than 254 bytes is rejected', () => {
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
