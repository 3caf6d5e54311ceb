import { ada, credentials } from '../support/app.js'
import { createApp, type Mistake, type Options } from './mistake.js'

const fail = () => {
  throw new TypeError("Cannot read properties of undefined (reading 'role')")
}

/** Signs in with a password and reads the session. */
async function signIn(options: Options) {
  const visit = createApp({ providers: [credentials], ...options }).open()
  return { visit, response: await visit.signInWithCredentials(ada) }
}

export const callbackMistakes: Readonly<Record<string, Mistake>> = {
  'The `jwt` callback returns nothing': () => signIn({ callbacks: { jwt: () => undefined } }),
  'The `session` callback throws': async () => {
    const { visit } = await signIn({ callbacks: { session: fail } })
    return { visit, response: await visit.get('/auth/session') }
  },
  'The `signIn` callback returns false': () => signIn({ callbacks: { signIn: () => false } }),
  'The `redirect` callback returns something else than a URL': () =>
    signIn({ callbacks: { redirect: () => 5 } }),
  '`authorize` throws': () => signIn({ providers: [{ ...credentials, authorize: fail }] }),
  '`authorize` returns the id instead of the user': () =>
    signIn({ providers: [{ ...credentials, authorize: () => 'ada' }] }),
}
