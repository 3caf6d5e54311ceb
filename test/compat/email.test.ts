import { Auth as Reference } from '@auth/core'
import { Auth, type AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { EmailConfig } from 'latchkey/providers'
import { describe, expect, test } from 'vitest'
import { getLocation, origin, secret } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { CookieJar } from '../support/cookie-jar.js'
import { createVisitor } from '../support/visitor.js'
import type { ReferenceConfig } from './side-by-side.js'

const defaultEmail = 'ada@example.com'

/** An app with one adapter and one browser, served by Auth.js and by Latchkey. */
function createApps(
  ourSecret: string | string[],
  theirSecret: string | string[],
  options: Partial<EmailConfig> = {},
) {
  const mailbox = captureEmails(options)
  const logger = { error: () => {}, warn: () => {}, debug: () => {} }
  const shared = { adapter: MemoryAdapter(), trustHost: true, logger, providers: [mailbox.provider] }
  const ours: AuthConfig = { ...shared, secret: ourSecret }
  const theirs = { ...shared, secret: theirSecret } as unknown as ReferenceConfig
  const jar = new CookieJar()
  return {
    ...mailbox,
    theirs: createVisitor(request => Reference(request, { ...theirs }), origin, { jar }),
    ours: createVisitor(request => Auth(request, ours), origin, { jar }),
  }
}

const newer = 'a newer secret of more than 32 chars!'
const secrets = [
  ['the same secret', secret, secret],
  ['the same secrets', [newer, secret], [newer, secret]],
  ['a newer secret in front', [newer, secret], secret],
] as const

describe.each(secrets)(
  'a magic link that @auth/core sent, followed at latchkey with %s',
  (_, ours, theirs) => {
    test('signs in once', async () => {
      const move = createApps([ours].flat(), typeof theirs === 'string' ? theirs : [...theirs])
      await move.theirs.signIn('mail', { email: defaultEmail, callbackUrl: '/welcome' })
      const { url } = move.getLatestEmail()
      const page = await move.ours.get(url)
      expect(page.status).toBe(200)
      const csrfToken = await move.ours.getCsrfToken()
      const form = { csrfToken, ...Object.fromEntries(new URL(url).searchParams) }
      expect(getLocation(await move.ours.post('/auth/callback/mail', form))).toBe(`${origin}/welcome`)
      expect(await move.ours.getSession()).toMatchObject({ user: { email: defaultEmail } })
      move.ours.jar.clear('__Secure-authjs.callback-url-finished')
      expect(getLocation(await move.ours.post('/auth/callback/mail', form))).toBe(
        `${origin}/auth/error?error=Verification`,
      )
    })
  },
)

describe('a magic link that @auth/core sent signs in', () => {
  const options: readonly (readonly [string, Partial<EmailConfig>])[] = [
    ['with `confirm: "never"`', {}],
    ['with a secret of the provider', { secret: 'of the provider' }],
    ['with a custom token', { generateVerificationToken: () => 'one two' }],
    ['with a maxAge of one day', { maxAge: 86_400 }],
  ]

  test.each(options)('%s', async (_, more) => {
    const move = createApps(secret, secret, { confirm: 'never', ...more })
    await move.theirs.signIn('mail', { email: ' Ada@Example.com', callbackUrl: '/welcome' })
    expect(getLocation(await move.ours.get(move.getLatestEmail().url))).toBe(`${origin}/welcome`)
    expect(await move.ours.getSession()).toMatchObject({ user: { email: defaultEmail } })
  })

  test('with an email that latchkey would reject in a new request', async () => {
    const move = createApps(secret, secret, { confirm: 'never' })
    await move.theirs.signIn('mail', { email: 'ada lovelace@example.com' })
    expect(getLocation(await move.ours.get(move.getLatestEmail().url))).toBe(origin)
    expect(await move.ours.getSession()).toMatchObject({ user: { email: 'ada lovelace@example.com' } })
  })
})

test('a magic link that latchkey sent signs in at @auth/core', async () => {
  const move = createApps(secret, secret)
  await move.ours.signIn('mail', { email: defaultEmail, callbackUrl: '/welcome' })
  expect(getLocation(await move.theirs.get(move.getLatestEmail().url))).toBe(`${origin}/welcome`)
  expect(await move.theirs.getSession()).toMatchObject({ user: { email: defaultEmail } })
})
