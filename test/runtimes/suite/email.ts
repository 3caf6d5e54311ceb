import { MemoryAdapter } from 'latchkey/adapters/memory'
import { composeEmail } from 'latchkey/providers/email'
import { leadsTo, origin } from '../../support/app.js'
import { postOffice } from '../../support/post-office.js'
import type { Visitor } from '../../support/visitor.js'
import { type Checks, like, same } from './harness.js'
import { house } from './people.js'

const address = 'ada@example.com'
const waiting = `${origin}/auth/verify-request?provider=mail&type=email`

/** An app that sends its mails itself, as an app without SMTP does. */
async function asked({ code = false, more = {} } = {}) {
  const office = postOffice({ code })
  const app = house({ adapter: MemoryAdapter(), providers: [office.provider], ...more })
  const visit = app.open()
  const answer = await visit.signIn('mail', { email: ' Ada@Example.com ', callbackUrl: '/in' })
  return { ...app, ...office, visit, answer }
}

async function type(visit: Visitor, token: string): Promise<string | null> {
  return leadsTo(await visit.post('/auth/callback/mail', { csrfToken: await visit.csrf(), token }))
}

export const mail: Checks = {
  'a link signs in, once': async () => {
    const { visit, answer, letter } = await asked()
    same(leadsTo(answer), waiting)
    same(letter().identifier, address)
    same(leadsTo(await visit.get(letter().url)), `${origin}/in`)
    like(await visit.session(), { user: { email: address } })
    same(leadsTo(await visit.get(letter().url)), `${origin}/auth/error?error=Verification`)
  },

  'a link is asked about in another browser, and used by its button': async () => {
    const { open, letter } = await asked()
    const other = open()
    same((await other.head(letter().url)).status, 200)
    const page = await other.get(letter().url)
    same(page.status, 200)
    like(await page.text(), /method="POST"/)
    const fields = Object.fromEntries(new URL(letter().url).searchParams)
    const csrfToken = await other.csrf()
    same(leadsTo(await other.post('/auth/callback/mail', { csrfToken, ...fields })), `${origin}/in`)
  },

  'a code signs in where it was asked for, and may be mistyped': async () => {
    const { open, visit, letter } = await asked({ code: true })
    like(letter().token, /^\d{8}$/)
    same(await type(open(), letter().token), `${origin}/auth/error?error=Verification`)
    same(await type(visit, 'x'), `${waiting}&error=Verification`)
    same(await type(visit, letter().token), `${origin}/in`)
    like(await visit.session(), { user: { email: address } })
  },

  'a mail has a text and a page that say the host': async () => {
    const { letter } = await asked()
    const { subject, text, html } = composeEmail(letter())
    like(subject, /app\.example/)
    same(text.includes(letter().url), true)
    like(html, /^<!doctype html>/i)
  },

  'a mail may be sent after the answer': async () => {
    const works: Promise<void>[] = []
    const { answer, letters } = await asked({
      more: { waitUntil: (work: Promise<void>) => void works.push(work) },
    })
    same(leadsTo(answer), waiting)
    await Promise.all(works)
    same([works.length, letters.length], [1, 1])
  },

  'a mail that cannot be sent is told': async () => {
    const { provider } = postOffice({ sendVerificationRequest: () => Promise.reject(new Error('no route')) })
    const { open } = house({ adapter: MemoryAdapter(), providers: [provider] })
    same(leadsTo(await open().signIn('mail', { email: address })), `${origin}/auth/signin?error=EmailSignin`)
  },

  'an address that could be two is refused': async () => {
    const { visit, letters } = await asked()
    const refused = leadsTo(await visit.signIn('mail', { email: `${address},eve@evil.example` }))
    same(refused, `${origin}/auth/signin?error=EmailSignin`)
    same(letters.length, 1)
  },
}
