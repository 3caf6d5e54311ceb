import { MemoryAdapter } from 'latchkey/adapters/memory'
import { composeEmail } from 'latchkey/providers/email'
import { getLocation, origin } from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'
import type { Visitor } from '../../support/visitor.js'
import { assertMatches, assertSame, type Checks } from './harness.js'
import { createSignInApp } from './test-apps.js'

const ada = 'ada@example.com'
const verifyRequestUrl = `${origin}/auth/verify-request?provider=mail&type=email`

/** Creates an app that captures its emails, and requests an email. */
async function requestEmail({ oneTimeCode = false, more = {} } = {}) {
  const mailbox = captureEmails({ oneTimeCode })
  const app = createSignInApp({ adapter: MemoryAdapter(), providers: [mailbox.provider], ...more })
  const visit = app.open()
  const response = await visit.signIn('mail', { email: ' Ada@Example.com ', callbackUrl: '/in' })
  return { ...app, ...mailbox, visit, response }
}

async function submitCode(visit: Visitor, token: string): Promise<string | null> {
  return getLocation(
    await visit.post('/auth/callback/mail', { csrfToken: await visit.getCsrfToken(), token }),
  )
}

export const email: Checks = {
  'a magic link signs in once': async () => {
    const { open, visit, response, getLatestEmail } = await requestEmail()
    assertSame(getLocation(response), verifyRequestUrl)
    assertSame(getLatestEmail().identifier, ada)
    assertSame(getLocation(await visit.get(getLatestEmail().url)), `${origin}/in`)
    assertMatches(await visit.getSession(), { user: { email: ada } })
    // The browser that finished the sign-in goes on to the page. In another one, the link is used.
    assertSame(getLocation(await visit.get(getLatestEmail().url)), `${origin}/in`)
    const other = open()
    const fields = Object.fromEntries(new URL(getLatestEmail().url).searchParams)
    const again = await other.post('/auth/callback/mail', {
      csrfToken: await other.getCsrfToken(),
      ...fields,
    })
    assertSame(getLocation(again), `${origin}/auth/error?error=Verification`)
  },

  'a magic link in another browser shows a confirmation page': async () => {
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

  'a one-time code signs in only in the browser that requested it, also after a wrong attempt': async () => {
    const { open, visit, getLatestEmail } = await requestEmail({ oneTimeCode: true })
    assertMatches(getLatestEmail().token, /^\d{8}$/)
    assertSame(await submitCode(open(), getLatestEmail().token), `${origin}/auth/error?error=Verification`)
    assertSame(await submitCode(visit, 'x'), `${verifyRequestUrl}&error=Verification`)
    assertSame(await submitCode(visit, getLatestEmail().token), `${origin}/in`)
    assertMatches(await visit.getSession(), { user: { email: ada } })
  },

  'an email has a text and an HTML part with the host': async () => {
    const { getLatestEmail } = await requestEmail()
    const { subject, text, html } = composeEmail(getLatestEmail())
    assertMatches(subject, /app\.example/)
    assertSame(text.includes(getLatestEmail().url), true)
    assertMatches(html, /^<!doctype html>/i)
  },

  'an email can be sent after the response': async () => {
    const works: Promise<void>[] = []
    const { response, emails } = await requestEmail({
      more: { waitUntil: (work: Promise<void>) => void works.push(work) },
    })
    assertSame(getLocation(response), verifyRequestUrl)
    await Promise.all(works)
    assertSame([works.length, emails.length], [1, 1])
  },

  'an email that cannot be sent shows an error': async () => {
    const { provider } = captureEmails({
      sendVerificationRequest: () => Promise.reject(new Error('no route')),
    })
    const { open } = createSignInApp({ adapter: MemoryAdapter(), providers: [provider] })
    assertSame(
      getLocation(await open().signIn('mail', { email: ada })),
      `${origin}/auth/signin?error=EmailSignin`,
    )
  },

  'an input with two email addresses is rejected': async () => {
    const { visit, emails } = await requestEmail()
    const rejected = getLocation(await visit.signIn('mail', { email: `${ada},eve@evil.example` }))
    assertSame(rejected, `${origin}/auth/signin?error=EmailSignin`)
    assertSame(emails.length, 1)
  },
}
