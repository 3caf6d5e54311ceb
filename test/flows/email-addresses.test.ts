import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import Nodemailer from 'latchkey/providers/nodemailer'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { identifierFrom } from '../../src/flows/email/identifier.js'
import { makeApp } from '../support/app.js'
import { mailbox } from '../support/mailbox.js'
import { postOffice } from '../support/post-office.js'

const { provider } = postOffice()
/** Everything of nodemailer but the socket: it parses, encodes and makes the envelope. */
const transport = createTransport({ streamTransport: true, buffer: true })

async function envelopeFor(to: string | { name: string; address: string }): Promise<string[]> {
  const { envelope } = await transport.sendMail({ from: 'app@example.com', to, text: 'hello' })
  return [envelope.to].flat().filter(address => typeof address === 'string')
}

/** The host as it travels. */
function onTheWire(identifier: string): string {
  const [local, domain = ''] = identifier.split('@')
  return `${local}@${domainToASCII(domain)}`
}

const odd = fc.constantFrom(
  ...'@＠﹫.,;:<>()[]"\'\\ \t\r\n\0%!+=-_/*ａＡßİıéØ中Ω‘\u200b\u00ad\u202e\u3000。．،😀'.split(''),
)
const plain = fc.constantFrom(...'abcxyzABC0189'.split(''))
const part = (most: number) =>
  fc
    .array(fc.oneof({ weight: 8, arbitrary: plain }, { weight: 1, arbitrary: odd }), { maxLength: most })
    .map(characters => characters.join(''))
const host = fc
  .tuple(part(10), fc.constantFrom('.com', '.example', '.de', '.', '', '.中国'))
  .map(both => both.join(''))
const address = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(part(12), fc.constantFrom('@', '@', '@', '＠'), host).map(all => all.join('')),
  },
  { weight: 2, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map(text => `${text}@example.com`) },
)

function accepted(typed: string): string | null {
  try {
    return identifierFrom(typed, provider)
  } catch {
    return null
  }
}

test('what the rules accept is exactly the recipient that nodemailer names', {
  timeout: 120_000,
}, async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(address, async typed => {
      const identifier = accepted(typed)
      if (identifier === null) return
      count++
      // With a name in another script the mail needs SMTPUTF8, and the host stays in its script, too.
      const same = [[identifier], [onTheWire(identifier)]]
      expect(same).toContainEqual(await envelopeFor({ name: '', address: identifier }))
      expect(same).toContainEqual(await envelopeFor(identifier))
      expect(accepted(identifier)).toBe(identifier)
    }),
    { numRuns: 30_000 },
  )
  expect(count).toBeGreaterThan(10_000)
})

test('and what a real server hears after RCPT TO', { timeout: 60_000 }, async () => {
  const box = await mailbox()
  const own = Nodemailer({ server: { ...box.server, pool: true } })
  const visit = makeApp({ adapter: MemoryAdapter(), providers: [own] }).open()
  const typed = fc.sample(address, { numRuns: 60, seed: 20_261_121 }).filter(one => accepted(one) !== null)
  try {
    for (const email of typed) await visit.signIn('nodemailer', { email })
    const heard = box.mails.map(({ recipients }) => recipients.map(onTheWire))
    expect(heard).toEqual(typed.map(one => [onTheWire(accepted(one) ?? '')]))
  } finally {
    await box.close()
  }
})
