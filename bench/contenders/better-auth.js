/**
 * What comes closest in better-auth to a session that is an encrypted cookie: no database, and the session cached in a
 * cookie for as long as it lives. `jwe` encrypts it as Auth.js does (`A256CBC-HS512`); `compact`, the default, signs it
 * only, so that whoever has the cookie can read it.
 *
 * @module
 */
import { betterAuth } from 'better-auth'
import { email, origin, secret } from './visitor.js'

const week = 7 * 24 * 60 * 60

/** A site, with the cookies of somebody who has just signed up at it. */
export async function signedIn(strategy) {
  const auth = betterAuth({
    baseURL: origin,
    secret,
    emailAndPassword: { enabled: true },
    session: { cookieCache: { enabled: true, strategy, maxAge: week, refreshCache: true } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error' },
  })
  return { auth, cookie: await signUp(auth) }
}

async function signUp({ handler }) {
  const answer = await handler(
    new Request(`${origin}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ name: 'Ada Lovelace', email, password: 'latchkey-bench' }),
    }),
  )
  return answer.headers
    .getSetCookie()
    .map(header => header.split(';', 1)[0])
    .join('; ')
}

export function ask(cookie) {
  return new Request(`${origin}/api/auth/get-session`, { headers: { cookie } })
}
