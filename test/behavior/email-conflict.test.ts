import { MemoryAdapter } from 'latchkey/adapters/memory'
import { passwords } from 'latchkey/passwords'
import type { EmailMessage } from 'latchkey/plugins'
import { createAuth, toRequestHead } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import { graceElsewhere } from '../support/two-providers.js'
import type { Visitor } from '../support/visitor.js'

const conflictUrl = `${origin}/auth/signin?error=OAuthAccountNotLinked`

/** An app in which Grace has an account at "op", and which another provider gives her email address. */
async function createConflict({
  sendEmail = true,
  more = {},
}: {
  sendEmail?: boolean | (() => never)
  more?: Parameters<typeof createTestApp>[0]
} = {}) {
  const [op, other] = [
    createMaliciousProvider(),
    createMaliciousProvider({ issuer: 'https://other.example' }),
  ]
  const sent: EmailMessage[] = []
  const send =
    typeof sendEmail === 'function' ? sendEmail : (message: EmailMessage) => void sent.push(message)
  const app = createTestApp({
    op,
    adapter: MemoryAdapter(),
    providers: [op.provider({ name: 'Harbor' }), other.provider({ id: 'other', name: 'Quay' })],
    ...(sendEmail && { sendEmail: send }),
    ...more,
  })
  await runRoundTrip(app.open(), op, { as: grace })
  const signIn = async (visit: Visitor, claims: object = {}) => {
    const as = { ...graceElsewhere, ...claims }
    expect(getLocation(await runRoundTrip(visit, other, { as, provider: 'other' }))).toBe(conflictUrl)
    return readAlert(visit)
  }
  return { ...app, sent, signIn }
}

/** Returns the error on the page. */
async function readAlert(visit: Visitor): Promise<string> {
  const page = await (await visit.get(conflictUrl)).text()
  return /role="alert"[^>]*>[\s\S]*?<p>(.*?)<\/p>/.exec(page)?.[1] ?? ''
}

const usualText = 'To confirm that it’s you, sign in with the account you used originally.'

describe('a sign-in whose email address another user has', () => {
  test('names the methods of that user if the provider verified the address', async () => {
    const { open, sent, signIn } = await createConflict()
    expect(await signIn(open())).toBe(
      'You already have an account with this email address. Sign in with Harbor.',
    )
    expect(sent).toEqual([])
  })

  test.each([[{ email_verified: false }], [{ email_verified: undefined }]])(
    'sends the methods to the address if it is not verified: %j',
    async claims => {
      const { open, sent, signIn } = await createConflict()
      const text = await signIn(open(), claims)
      expect(text).toBe(`${usualText} We’ve sent you an email that says how.`)
      expect(text).not.toContain('Harbor')
      expect(sent).toHaveLength(1)
      expect(sent[0]).toMatchObject({ to: grace.email, subject: 'How to sign in to app.example' })
      expect(sent[0]?.text).toContain('A sign-in with Quay used your email address.')
      expect(sent[0]?.text).toContain('Sign in with Harbor.')
      expect(sent[0]?.text).toContain(`${origin}/auth/signin?callbackUrl=`)
    },
  )

  test('sends as many emails to one address as its limit allows', async () => {
    const limit = { limit: 2, window: 600 }
    const { open, sent, signIn } = await createConflict({
      more: { throttling: { emails: { account: limit } } },
    })
    for (let count = 0; count < 6; count++) await signIn(open(), { email_verified: false })
    expect(sent).toHaveLength(2)
  })

  test('says what it says without details if no email can be sent', async () => {
    const without = await createConflict({ sendEmail: false })
    expect(await without.signIn(without.open(), { email_verified: false })).toBe(usualText)
    const failing = await createConflict({
      sendEmail() {
        throw new Error('The mail server is down.')
      },
    })
    expect(await failing.signIn(failing.open(), { email_verified: false })).toBe(usualText)
    expect(failing.log.types()).toContain('OAuthAccountNotLinked')
  })

  test('names no method of a user whose accounts the adapter does not list', async () => {
    const { listAccountsByUserId: _, ...adapter } = MemoryAdapter()
    const { open, sent, signIn } = await createConflict({ more: { adapter } })
    expect(await signIn(open())).toBe(usualText)
    expect(await signIn(open(), { email_verified: false })).toBe(usualText)
    expect(sent).toEqual([])
  })

  test('shows the methods in the browser of the sign-in only', async () => {
    const { open, signIn } = await createConflict()
    await signIn(open())
    expect(await readAlert(open())).toBe(usualText)
  })

  test('names email links, and the password of a user who has one', async () => {
    const op = createMaliciousProvider()
    const other = createMaliciousProvider({ issuer: 'https://other.example' })
    const plugin = passwords()
    const adapter = MemoryAdapter()
    const { open, config } = createTestApp({
      op,
      adapter,
      providers: [op.provider({ name: 'Harbor' }), other.provider({ id: 'other' }), captureEmails().provider],
      plugins: [plugin],
      sendEmail() {},
    })
    await runRoundTrip(open(), op, { as: grace })
    const signIn = async () => {
      const visit = open()
      await runRoundTrip(visit, other, { as: graceElsewhere, provider: 'other' })
      return await readAlert(visit)
    }
    expect(await signIn()).toContain('Sign in with Harbor or Mail.')
    const user = await adapter.getUserByEmail(String(grace.email))
    const { api } = createAuth({ ...config, plugins: [plugin] })
    await api.passwords.setPassword(
      toRequestHead(new Request(origin)),
      user?.id ?? '',
      'correct horse battery',
    )
    expect(await signIn()).toContain('Sign in with Harbor, Mail, or Password.')
  })
})
