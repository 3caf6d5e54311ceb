import { MemoryAdapter } from 'latchkey/adapters/memory'
import { composeEmail } from 'latchkey/providers/email'
import { getLocation, origin } from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'
import type { Visitor } from '../../support/visitor.js'
import { assertMatches, assertSame, type Checks } from './harness.js'
import { createSignInApp } from './test-apps.js'

const email = 'ada@example.com'
const waiting = `${origin}/auth/verify-request?provider=mail&type=email`

/** An app that sends its mails itself, as an app without SMTP does. */
async function requestEmail({ code = false, more = {} } = {}) {
  const mailbox = captureEmails({ code })
  const app = createSignInApp({ adapter: MemoryAdapter(), providers: [mailbox.provider], ...more })
  const visit = app.open()
  const answer = await visit.signIn('mail', { email: ' Ada@Example.com ', callbackUrl: '/in' })
  return { ...app, ...mailbox, visit, answer }
}

async function submitCode(visit: Visitor, token: string): Promise<string | null> {
  return getLocation(
    await visit.post('/auth/callback/mail', { csrfToken: await visit.getCsrfToken(), token }),
  )
}

export const mail: Checks = {
  'a link signs in, once': async () => {
    const { visit, answer, getLatestEmail } = await requestEmail()
    assertSame(getLocation(answer), waiting)
    assertSame(getLatestEmail().identifier, email)
    assertSame(getLocation(await visit.get(getLatestEmail().url)), `${origin}/in`)
    assertMatches(await visit.getSession(), { user: { email: email } })
    assertSame(getLocation(await visit.get(getLatestEmail().url)), `${origin}/auth/error?error=Verification`)
  },

  'a link is asked about in another browser, and used by its button': async () => {
    const { open, getLatestEmail } = await requestEmail()
    const other = open()
    assertSame((await other.head(getLatestEmail().url)).status, 200)
    const page = await other.get(getLatestEmail().url)
    assertSame(page.status, 200)
    assertMatches(await page.text(), /method="POST"/)
    const fields = Object.fromEntries(new URL(getLatestEmail().url).searchParams)
    const csrfToken = await other.getCsrfToken()
    assertSame(getLocation(await other.post('/auth/callback/mail', { csrfToken, ...fields })), `${origin}/in`)
  },

  'a code signs in where it was asked for, and may be mistyped': async () => {
    const { open, visit, getLatestEmail } = await requestEmail({ code: true })
    assertMatches(getLatestEmail().token, /^\d{8}$/)
    assertSame(await submitCode(open(), getLatestEmail().token), `${origin}/auth/error?error=Verification`)
    assertSame(await submitCode(visit, 'x'), `${waiting}&error=Verification`)
    assertSame(await submitCode(visit, getLatestEmail().token), `${origin}/in`)
    assertMatches(await visit.getSession(), { user: { email: email } })
  },

  'a mail has a text and a page that say the host': async () => {
    const { getLatestEmail } = await requestEmail()
    const { subject, text, html } = composeEmail(getLatestEmail())
    assertMatches(subject, /app\.example/)
    assertSame(text.includes(getLatestEmail().url), true)
    assertMatches(html, /^<!doctype html>/i)
  },

  'a mail may be sent after the answer': async () => {
    const works: Promise<void>[] = []
    const { answer, emails } = await requestEmail({
      more: { waitUntil: (work: Promise<void>) => void works.push(work) },
    })
    assertSame(getLocation(answer), waiting)
    await Promise.all(works)
    assertSame([works.length, emails.length], [1, 1])
  },

  'a mail that cannot be sent is told': async () => {
    const { provider } = captureEmails({
      sendVerificationRequest: () => Promise.reject(new Error('no route')),
    })
    const { open } = createSignInApp({ adapter: MemoryAdapter(), providers: [provider] })
    assertSame(
      getLocation(await open().signIn('mail', { email: email })),
      `${origin}/auth/signin?error=EmailSignin`,
    )
  },

  'an address that could be two is refused': async () => {
    const { visit, emails } = await requestEmail()
    const refused = getLocation(await visit.signIn('mail', { email: `${email},eve@evil.example` }))
    assertSame(refused, `${origin}/auth/signin?error=EmailSignin`)
    assertSame(emails.length, 1)
  },
}
