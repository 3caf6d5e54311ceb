/**
 * The advisories of other authentication libraries about sign-in by email. The titles begin with the id of the advisory.
 *
 * @module
 */
import { inspect } from 'node:util'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect, onTestFinished } from 'vitest'
import { createTestApp, origin, sessionCookie } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { startSmtpServer } from '../support/smtp-server.js'
import { testAdvisory } from './test-advisory.js'

const attacker = 'attacker@evil.example'
const victim = 'victim@corp.example'

/** An app with email sign-in. A link signs in without a confirmation page, as in Auth.js. */
function createEmailApp(adapter = MemoryAdapter()) {
  const mailbox = captureEmails({ confirm: 'never' })
  return { adapter, ...createTestApp({ adapter, providers: [mailbox.provider] }), ...mailbox }
}

testAdvisory(
  'GHSA-57hq-95w6-v4fc',
  'a magic link proves only the address that it was sent to, also if the address changes meanwhile',
  async () => {
    const achieved: string[] = []
    for (const isConcurrent of [true, false]) {
      const { adapter, open, getLatestEmail } = createEmailApp()
      const first = open()
      await first.signIn('mail', { email: attacker })
      await first.get(getLatestEmail().url)
      const user = await adapter.getUserByEmail(attacker)
      expect(user?.emailVerified).toBeInstanceOf(Date)

      const again = open()
      await again.signIn('mail', { email: attacker })
      const { url } = getLatestEmail()
      const change = () => adapter.updateUser({ id: user?.id ?? '', email: victim, emailVerified: null })
      if (isConcurrent) await Promise.all([again.get(url), change()])
      else {
        await change()
        await again.get(url)
      }
      const owner = await adapter.getUserByEmail(victim)
      if (!isConcurrent && owner?.emailVerified)
        achieved.push('a link to the old address verified the new one')
      const session = await again.getSession()
      if (!isConcurrent && inspect(session).includes(victim)) achieved.push('signed in with the new address')
    }
    return achieved
  },
)

testAdvisory('GHSA-fcjw-8rhj-gwwc', 'a blank token or session value matches nothing', async () => {
  const { adapter, open, getLatestEmail } = createEmailApp()
  const achieved: string[] = []
  await open().signIn('mail', { email: victim })
  for (const token of ['token=', 'token=null', 'token=undefined', 'token[]=', 'token=%00', 'token=0', '']) {
    const visit = open()
    await visit.get(`/auth/callback/mail?email=${encodeURIComponent(victim)}&${token}`)
    if (await visit.getSession()) achieved.push(`"${token}" signs in`)
  }
  for (const value of ['', 'null', 'undefined', '0', '%00']) {
    const visit = open()
    visit.jar.set(origin, `${sessionCookie}=${value}; Path=/; Secure`)
    if (await visit.getSession()) achieved.push(`the session "${value}" is valid`)
  }
  const values = new Set<string>()
  for (let count = 0; count < 3; count++) {
    const visit = open()
    await visit.signIn('mail', { email: victim })
    await visit.get(getLatestEmail().url)
    values.add(visit.jar.get(sessionCookie)?.value ?? '')
  }
  expect(await adapter.getUserByEmail(victim)).not.toBeNull()
  return values.size === 3 ? achieved : [...achieved, 'two devices have the same session value']
})

testAdvisory('CVE-2023-7028', 'a field with several values or another type receives no email', async () => {
  const { open, emails } = createEmailApp()
  const post = async (fields: string | Record<string, unknown>, json: boolean) => {
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    const body = typeof fields === 'string' ? `csrfToken=${csrfToken}&${fields}` : { csrfToken, ...fields }
    await visit.post('/auth/signin/mail', body, { json })
  }
  const [one, two] = [encodeURIComponent(victim), encodeURIComponent(attacker)]
  for (const form of [
    `email[]=${one}&email[]=${two}`,
    `email[0]=${one}&email[1]=${two}`,
    `email%5B%5D=${two}`,
    `email=${one}%2C${two}`,
  ])
    await post(form, false)
  for (const email of [[victim, attacker], { 0: victim, 1: attacker }, [attacker], 7, null, true, {}, []])
    await post({ email }, true)
  const achieved = emails.map(({ identifier }) => `sent to ${identifier}`)
  await open().signIn('mail', { email: victim })
  expect(emails.at(-1)?.identifier).toBe(victim)
  return achieved
})

testAdvisory(
  'GHSA-r7g4-qg5f-qqm2',
  'an email is not sent to a server with a certificate that nobody signed',
  async ({ Nodemailer }) => {
    const box = await startSmtpServer()
    onTestFinished(box.close)
    const send = async (tls: object) => {
      const provider = Nodemailer({ server: { ...box.server, tls } })
      await createTestApp({ adapter: MemoryAdapter(), providers: [provider] })
        .open()
        .signIn('nodemailer', { email: victim })
    }
    await send({})
    const achieved = box.emails.map(({ recipients }) => `sent to ${recipients}`)
    await send(box.server.tls)
    expect(box.emails.at(-1)?.recipients).toEqual([victim])
    return achieved
  },
)

testAdvisory(
  'GHSA-rcmh-qjqh-p98v',
  'a deeply nested address group is rejected at once, and the server still works',
  async ({ Nodemailer }) => {
    const box = await startSmtpServer()
    onTestFinished(box.close)
    const { open } = createTestApp({
      adapter: MemoryAdapter(),
      providers: [Nodemailer({ server: box.server })],
    })
    const achieved: string[] = []
    for (const email of [
      'g:'.repeat(5_000),
      `${'('.repeat(5_000)}${victim}`,
      `${'<'.repeat(5_000)}${victim}`,
    ]) {
      const visit = open()
      const csrfToken = await visit.getCsrfToken()
      const startedAt = performance.now()
      await visit.post('/auth/signin/nodemailer', { csrfToken, email })
      const duration = performance.now() - startedAt
      if (duration > 500) achieved.push(`${email.slice(0, 4)}… took ${Math.round(duration)} ms`)
    }
    const others = box.emails.flatMap(({ recipients }) => recipients).filter(address => address !== victim)
    achieved.push(...others.map(address => `sent to ${address}`))
    await open().signIn('nodemailer', { email: victim })
    expect(box.emails.at(-1)?.recipients).toEqual([victim])
    return achieved
  },
)
