import { MemoryAdapter } from 'latchkey/adapters/memory'
import { ada, completeRoundTrip, credentials } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createApp, type Mistake } from './mistake.js'

export const browserMistakes: Readonly<Record<string, Mistake>> = {
  'The callback is opened in another browser, or the sign-in took over 15 minutes': async () => {
    const op = createMaliciousProvider()
    const { open } = createApp({}, op)
    const first = open()
    const away = await first.signIn('op')
    await completeRoundTrip(first, op, away)
    const visit = open()
    return { visit, response: await completeRoundTrip(visit, op, away) }
  },
  'The sign-in starts on another host than the one it returns to': async () => {
    const op = createMaliciousProvider()
    const { open } = createApp({}, op)
    const away = await open().signIn('op')
    const visit = open()
    return { visit, response: await completeRoundTrip(visit, op, away) }
  },
  'A form has no CSRF token': async () => {
    const visit = createApp({ providers: [credentials] }).open()
    return { visit, response: await visit.post('/auth/callback/credentials', ada) }
  },
  'The password is wrong': async () => {
    const visit = createApp({ providers: [credentials] }).open()
    return { visit, response: await visit.signInWithCredentials({ ...ada, password: 'wrong' }) }
  },
  'A sign-in link is used twice': async () => {
    const mailbox = captureEmails()
    const { open } = createApp({ adapter: MemoryAdapter(), providers: [mailbox.provider] })
    const first = open()
    await first.signIn('mail', { email: ada.email })
    const { url } = mailbox.getLatestEmail()
    await first.get(url)
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    const { pathname, search } = new URL(url)
    return { visit, response: await visit.post(pathname + search, { csrfToken }) }
  },
  'The email address has no domain': async () => {
    const mailbox = captureEmails()
    const visit = createApp({ adapter: MemoryAdapter(), providers: [mailbox.provider] }).open()
    return { visit, response: await visit.signIn('mail', { email: 'ada' }) }
  },
}
