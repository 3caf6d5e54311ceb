import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import { origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { register, signIn } from '../support/passkey-app.js'
import type { Visitor } from '../support/visitor.js'
import { createThrottledApp, stopClock } from './throttled-app.js'

const email = 'ada@example.com'

function createCodeApp(more = {}) {
  const mailbox = captureEmails({ oneTimeCode: true })
  const app = createThrottledApp({
    adapter: MemoryAdapter(),
    providers: [mailbox.provider, Passkey()],
    throttling: { emails: { account: { limit: 100 } }, ...more },
  })
  return { ...app, ...mailbox }
}

async function submitCode(visit: Visitor, token: string): Promise<Response> {
  const csrfToken = await visit.getCsrfToken()
  return visit.post('/auth/callback/mail', { csrfToken, token })
}

/** Enters wrong codes, with a new code after every four. */
async function guessCodes({ open }: ReturnType<typeof createCodeApp>, times: number): Promise<number[]> {
  const statuses = []
  let visit = open()
  for (let count = 0; count < times; count++) {
    if (count % 4 === 0) {
      visit = open()
      await visit.signIn('mail', { email })
    }
    statuses.push((await submitCode(visit, 'wrong')).status)
  }
  return statuses
}

describe('one-time codes', () => {
  test('ten wrong codes for one address, and a new code does not start the count again', async () => {
    const app = createCodeApp()
    expect((await guessCodes(app, 12)).map(status => status === 429)).toEqual([
      ...Array.from({ length: 10 }, () => false),
      true,
      true,
    ])
  })

  test('an attempt above the limit does not use up the code: it signs in after the delay', async () => {
    const advance = stopClock()
    const app = createCodeApp()
    await guessCodes(app, 10)
    const visit = app.open()
    await visit.signIn('mail', { email })
    const { token } = app.getLatestEmail()
    for (let count = 0; count < 8; count++) expect((await submitCode(visit, token)).status).toBe(429)
    await advance(30)
    expect((await submitCode(visit, token)).headers.get('location')).toBe(origin)
    expect(await visit.getSession()).toMatchObject({ user: { email } })
  })

  test('a right code ends the count of its address', async () => {
    const app = createCodeApp()
    await guessCodes(app, 9)
    const visit = app.open()
    await visit.signIn('mail', { email })
    expect((await submitCode(visit, app.getLatestEmail().token)).headers.get('location')).toBe(origin)
    expect((await guessCodes(app, 9)).includes(429)).toBe(false)
  })

  test('wrong codes for any addresses count for the client', async () => {
    const { open } = createCodeApp({ source: { limit: 3 }, emails: { source: { limit: 100 } } })
    const statuses = []
    for (let count = 0; count < 5; count++) {
      const visit = open({ address: '192.0.2.1' })
      await visit.signIn('mail', { email: `user-${count}@example.com` })
      statuses.push((await submitCode(visit, 'wrong')).status === 429)
    }
    expect(statuses).toEqual([false, false, false, true, true])
  })

  test('a limit that is reached with codes does not keep the user from a passkey', async () => {
    const app = createCodeApp()
    const { device } = await register(app.open(), email)
    await guessCodes(app, 12)
    const visit = app.open()
    expect((await signIn(visit, device)).status).toBe(302)
    expect(await visit.getSession()).toMatchObject({ user: { email } })
  })
})
