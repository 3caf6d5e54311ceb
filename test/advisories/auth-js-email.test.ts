/**
 * The advisories of Auth.js (next-auth) about sign-in by email. The titles begin with the id of the advisory.
 *
 * @module
 */
import { inspect } from 'node:util'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect, onTestFinished } from 'vitest'
import { createTestApp } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { startSmtpServer } from '../support/smtp-server.js'
import { testAdvisory } from './test-advisory.js'

const attacker = 'attacker@evil.example'
const victim = 'victim@corp.example'

/** An app with email sign-in. A link signs in without a confirmation page, as in Auth.js. */
function createEmailApp(adapter: Adapter = MemoryAdapter()) {
  const mailbox = captureEmails({ confirm: 'never' })
  return { ...createTestApp({ adapter, providers: [mailbox.provider] }), ...mailbox }
}

/** An adapter that finds a token by its value alone, like the one of the advisory. */
function createCarelessAdapter(): Adapter {
  const identifiers = new Map<string, string>()
  const { getVerificationToken: _, ...adapter } = MemoryAdapter()
  return {
    ...adapter,
    createVerificationToken: async record => {
      identifiers.set(record.token, record.identifier)
      return adapter.createVerificationToken(record)
    },
    useVerificationToken: async ({ token }) =>
      adapter.useVerificationToken({ token, identifier: identifiers.get(token) ?? '' }),
  }
}

testAdvisory('GHSA-pg53-56cg-4m8q', 'a magic link does not sign in the user of another email', async () => {
  const achieved: string[] = []
  for (const adapter of [MemoryAdapter(), createCarelessAdapter()]) {
    const { open, getLatestEmail } = createEmailApp(adapter)
    const visit = open()
    await visit.signIn('mail', { email: attacker })
    const url = new URL(getLatestEmail().url)
    url.searchParams.set('email', victim)
    await visit.get(url)
    const session = await visit.getSession()
    if (session) achieved.push(`signed in as ${inspect(session['user'])}`)

    const honest = open()
    await honest.signIn('mail', { email: victim })
    await honest.get(getLatestEmail().url)
    expect(await honest.getSession()).toMatchObject({ user: { email: victim } })
  }
  return achieved
})

testAdvisory(
  'GHSA-pgjx-7f9g-9463',
  'markup in an email address does not reach the HTML of the email',
  async ({ Nodemailer }) => {
    const box = await startSmtpServer()
    onTestFinished(box.close)
    const { open } = createTestApp({
      adapter: MemoryAdapter(),
      providers: [Nodemailer({ server: box.server })],
    })
    for (const markup of ['<a href=//evil.example>x</a>', '<img src=x onerror=alert(1)>', '&lt;b&gt;']) {
      await open().signIn('nodemailer', { email: `${markup}@corp.example` })
      await open().signIn('nodemailer', { email: `victim@corp.example, ${markup}` })
    }
    const trapped = box.emails.filter(({ html = '' }) => /evil\.example|onerror|<b>/.test(html))
    await open().signIn('nodemailer', { email: victim })
    expect(box.emails.at(-1)?.recipients).toEqual([victim])
    return trapped.map(({ recipients }) => `markup sent to ${recipients}`)
  },
)

testAdvisory('GHSA-xv97-c62v-4587', 'a list of emails receives no email', async () => {
  const { open, emails } = createEmailApp()
  const lists = [',', ';', ' ', '\r\n', ', ', '>,<'].map(separator => [victim, attacker].join(separator))
  const bodies: unknown[] = [...lists, `group:${lists[0]};`, `"${victim}" <${attacker}>`, [victim, attacker]]
  for (const email of bodies) {
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    await visit.post('/auth/signin/mail', { csrfToken, email }, { json: true })
  }
  const achieved = emails.map(({ identifier }) => `sent to ${identifier}`)
  await open().signIn('mail', { email: victim })
  expect(emails.at(-1)?.identifier).toBe(victim)
  return achieved
})

testAdvisory('GHSA-4rxr-27mm-mxq9', 'a magic link with another token does not sign in', async () => {
  const { open, getLatestEmail } = createEmailApp()
  const visit = open()
  await visit.signIn('mail', { email: victim })
  const { url: link } = getLatestEmail()
  const token = new URL(link).searchParams.get('token') ?? ''
  const achieved: string[] = []
  for (const guess of ['', 'null', 'undefined', 'x', token.slice(1), `${token}0`, '0'.repeat(token.length)]) {
    const url = new URL(link)
    url.searchParams.set('token', guess)
    await visit.get(url)
    if (await visit.getSession()) achieved.push(`signed in with the token "${guess}"`)
  }
  const honest = open()
  await honest.signIn('mail', { email: victim })
  await honest.get(getLatestEmail().url)
  expect(await honest.getSession()).toMatchObject({ user: { email: victim } })
  return achieved
})

/** Requests an email to each address, and one to an honest user. Returns the addresses of the emails. */
async function requestEmails(addresses: readonly string[]): Promise<readonly string[]> {
  const { open, emails } = createEmailApp()
  for (const email of addresses) await open().signIn('mail', { email })
  const achieved = emails.map(({ identifier }) => `sent to ${identifier}`)
  await open().signIn('mail', { email: victim })
  expect(emails.at(-1)?.identifier).toBe(victim)
  return achieved
}

testAdvisory('GHSA-5jpx-9hw9-2fx4', 'an email with a quoted local part receives no email', () =>
  requestEmails([
    `"${attacker}"@corp.example`,
    `"${attacker},x"@corp.example`,
    `"${attacker}> "@corp.example`,
    `x"${attacker}"@corp.example`,
  ]),
)

testAdvisory('GHSA-7rqj-j65f-68wh', 'an email with a lookalike of @ receives no email', () =>
  requestEmails([
    `${attacker}\uff20corp.example`,
    `${attacker}\ufe6bcorp.example`,
    'attacker\uff20evil.example@corp.example',
    `${attacker}\uff0c@corp.example`,
  ]),
)
