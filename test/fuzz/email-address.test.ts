import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { expect } from 'vitest'
import { normalizeEmail } from '../../src/email/address.js'
import { arbitraryEmail, toWireFormat } from '../support/arbitrary-email.js'
import { createMutatedText, unusualText } from './arbitraries.js'
import { describeFuzzTarget, readCorpus } from './fuzz-target.js'

const target = 'email-address'
/** Returns the email address, or null for an invalid input. */
type Normalizer = (typed: string) => string | null

/** Nodemailer without the socket: it parses and encodes recipients. */
const transport = createTransport({ streamTransport: true, buffer: true })
/** The only characters outside ASCII whose lower case contains an ASCII letter. */
const foldingCharacters = /[\u212a\u0130]/

async function readRecipients(to: string): Promise<unknown[]> {
  const { envelope } = await transport.sendMail({ from: 'app@example.com', to, text: 'hello' })
  return [envelope.to].flat()
}

function normalizeOrNull(typed: string): string | null {
  const result = normalizeEmail(typed)
  return typeof result === 'string' ? result : null
}

async function checkEmail(normalize: Normalizer, typed: string): Promise<void> {
  const email = normalize(typed)
  if (/^[a-z]{1,20}@[a-z]{1,20}\.example$/.test(typed)) expect(email).toBe(typed)
  if (email === null) return
  expect(normalize(email)).toBe(email)
  expect(`${typed} ${typed.normalize('NFC')}`).not.toMatch(foldingCharacters)
  expect(email).toBe(email.normalize('NFKC').toLowerCase())
  expect(email.split('@')).toHaveLength(2)
  expect(Buffer.byteLength(email)).toBeLessThanOrEqual(254)
  expect([[email], [toWireFormat(email)]]).toContainEqual(await readRecipients(email))
}

describeFuzzTarget<string, Normalizer>({
  name: target,
  subject: normalizeOrNull,
  input: fc.oneof(
    arbitraryEmail,
    fc.stringMatching(/^[a-z]{1,20}@[a-z]{1,20}\.example$/),
    fc.tuple(unusualText, fc.constantFrom('@example.com', '@', '@ex.ample@')).map(parts => parts.join('')),
    createMutatedText(readCorpus<string>(target)),
  ),
  check: checkEmail,
  faults: {
    'the Kelvin sign becomes a k': typed => normalizeOrNull(typed.toLowerCase()),
    'a list of recipients is accepted': typed =>
      typed.includes(',') ? typed.normalize('NFKC').toLowerCase() : normalizeOrNull(typed),
    'white space is not trimmed': typed => (normalizeOrNull(typed) === null ? null : typed),
  },
})
