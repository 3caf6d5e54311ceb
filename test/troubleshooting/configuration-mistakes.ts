import { MemoryAdapter } from 'latchkey/adapters/memory'
import Nodemailer from 'latchkey/providers/nodemailer'
import { credentials } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { callAuth, createApp, type Mistake, openPage, startSignIn } from './mistake.js'

const op = createMaliciousProvider()

export const configurationMistakes: Readonly<Record<string, Mistake>> = {
  'The configuration is not passed to `Auth`': () => callAuth(undefined),
  'There is no secret': () => openPage({ secret: undefined }),
  'The secret is a short password': () => openPage({ secret: 'hunter2' }),
  'An option is misspelled: `callbacks.sesion`': () => openPage({ callbacks: { sesion: () => null } }),
  '`session.strategy` is `"database"` and there is no adapter': () =>
    openPage({ session: { strategy: 'database' } }),
  'The adapter lacks a method': () => {
    const { getSessionAndUser: _, ...adapter } = MemoryAdapter()
    return openPage({ adapter })
  },
  'The session cookie has the prefix `__Host-` and a `domain`': () =>
    openPage({
      cookies: {
        sessionToken: { name: '__Host-session', options: { domain: 'app.example', path: '/', secure: true } },
      },
    }),
  'Two providers have the same id': () => openPage({ providers: [op.provider(), op.provider()] }),
  'An OpenID provider has no issuer': () => openPage({ providers: [op.provider({ issuer: undefined })] }),
  'Nodemailer has no server': () =>
    startSignIn(
      {
        adapter: MemoryAdapter(),
        providers: [Nodemailer({ server: process.env['EMAIL_SERVER'], from: 'app@app.example' })],
      },
      { email: 'ada@example.com' },
      'nodemailer',
    ),
  'A provider that sends emails has no adapter': () =>
    openPage({ providers: [Nodemailer({ server: 'smtp://localhost', from: 'app@app.example' })] }),
  'A page of the app links to an action that does not exist': () => openPage({}, '/auth/login'),
  'A page of the app links to a provider that is not configured': async () => {
    const visit = createApp({ providers: [credentials] }).open()
    return { visit, response: await visit.signIn('github') }
  },
}
