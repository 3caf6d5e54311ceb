/**
 * Sites with better-auth. The closest equivalent of a session in an encrypted cookie is a session without a database, cached in
 * a cookie for its whole lifetime. `jwe` encrypts it like Auth.js (`A256CBC-HS512`). `compact`, the default, only signs it.
 *
 * @module
 */
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { email, origin, secret } from './request-fixture.js'

const week = 7 * 24 * 60 * 60

/** Creates a site without a database, and the cookies of a new user. */
export function createCookieCacheSite(strategy) {
  return createSite({
    session: { cookieCache: { enabled: true, strategy, maxAge: week, refreshCache: true } },
  })
}

/** Creates a site with sessions in a database, in tables with names of their own. */
export async function createDatabaseSite(db) {
  const options = {
    database: { db, type: 'sqlite' },
    user: { modelName: 'better_user' },
    account: { modelName: 'better_account' },
    verification: { modelName: 'better_verification' },
    session: { modelName: 'better_session', cookieCache: { enabled: false } },
  }
  const { runMigrations } = await getMigrations(options)
  await runMigrations()
  return createSite(options)
}

async function createSite(options) {
  const auth = betterAuth({
    baseURL: origin,
    secret,
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error' },
    ...options,
  })
  return { auth, cookie: await signUp(auth) }
}

async function signUp({ handler }) {
  const response = await handler(
    new Request(`${origin}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ name: 'Ada Lovelace', email, password: 'latchkey-bench' }),
    }),
  )
  return response.headers
    .getSetCookie()
    .map(header => header.split(';', 1)[0])
    .join('; ')
}

export function createRequest(cookie) {
  return new Request(`${origin}/api/auth/get-session`, { headers: { cookie } })
}
