import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { EmailConfig } from 'latchkey/providers'
import { describe, expect, test } from 'vitest'
import {
  type AppSetup,
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
  secret,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'

const address = 'ada@example.com'
const waiting = `${origin}/auth/verify-request?provider=mail&type=email`

/** An email whose delivery the test completes. */
function createDelivery() {
  let deliver = (): void => {}
  let fail = (_: Error): void => {}
  const gate = new Promise<void>((resolve, reject) => {
    deliver = resolve
    fail = reject
  })
  return { gate, deliver, fail }
}

/** An app with `waitUntil` and an email that waits until the test delivers it. */
function createLateApp({ oneTimeCode = false, ...setup }: AppSetup & { oneTimeCode?: boolean } = {}) {
  const { gate, deliver, fail } = createDelivery()
  const store = MemoryAdapter()
  const tap = createTappedAdapter(store)
  const tokens: string[] = []
  const sendVerificationRequest: EmailConfig['sendVerificationRequest'] = ({ token }) => {
    tokens.push(token)
    return gate
  }
  const mailbox = captureEmails({ oneTimeCode, sendVerificationRequest })
  const works: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void works.push(work)
  const app = createTestApp({ adapter: tap.adapter, providers: [mailbox.provider], waitUntil, ...setup })
  const done = () => Promise.all(works)
  return { ...app, store, calls: tap.calls, tokens, works, done, deliver, fail }
}

function findTokenRecord(store: ReturnType<typeof MemoryAdapter>, token = '') {
  const hash = createHash('sha256')
    .update(token + secret)
    .digest('hex')
  return store.getVerificationToken({ identifier: address, token: hash })
}

describe.each([
  ['a magic link', false],
  ['a one-time code', true],
])('with `waitUntil`, %s', (_, oneTimeCode) => {
  test('is being sent when the response is returned, and its token is stored', async () => {
    const { open, tokens, works, calls, done, deliver } = createLateApp({ oneTimeCode })
    const answer = await open().signIn('mail', { email: address })
    expect(getLocation(answer)).toBe(waiting)
    expect({ mails: tokens.length, works: works.length }).toEqual({ mails: 1, works: 1 })
    expect(calls).toContain('createVerificationToken')
    deliver()
    await done()
  })

  test('that cannot be sent is only logged, and its token is deleted', async () => {
    const { open, calls, log, fail, done } = createLateApp({ oneTimeCode })
    const answer = await open().signIn('mail', { email: address })
    fail(new Error(`no mail to ${address}`))
    expect(getLocation(answer)).toBe(waiting)
    await expect(done()).resolves.toEqual([undefined])
    expect(log.types()).toEqual(['EmailSignInError'])
    expect(JSON.stringify(log.errors.map(({ message }) => message))).not.toContain(address)
    const written = calls.filter(name => name === 'createVerificationToken')
    expect(calls.filter(name => name === 'useVerificationToken')).toHaveLength(written.length)
  })
})

test('with `waitUntil`, a magic link works after it was sent', async () => {
  const { open, tokens, deliver, done } = createLateApp()
  const visit = open()
  await visit.signIn('mail', { email: address })
  const [token = ''] = tokens
  const query = new URLSearchParams({ token, email: address })
  deliver()
  await done()
  expect(getLocation(await visit.get(`/auth/callback/mail?${query}`))).toBe(origin)
})

test('with `waitUntil`, the token of a magic link that could not be sent is deleted', async () => {
  const { open, store, tokens, fail, done } = createLateApp()
  await open().signIn('mail', { email: address })
  expect(await findTokenRecord(store, tokens[0])).not.toBeNull()
  fail(new Error('the server is down'))
  await done()
  expect(await findTokenRecord(store, tokens[0])).toBeNull()
})

test('with `waitUntil`, `sendVerificationRequest` can read the request after the response', async () => {
  const works: Promise<unknown>[] = []
  const read: unknown[] = []
  let answered = (): void => {}
  const gate = new Promise<void>(resolve => {
    answered = resolve
  })
  const { provider } = captureEmails({
    async sendVerificationRequest({ request }) {
      await gate
      const form = await request.formData()
      read.push([form.get('email'), request.headers.get('accept-language')])
    },
  })
  const waitUntil = (work: Promise<unknown>) => void works.push(work)
  const { open } = createTestApp({ adapter: MemoryAdapter(), providers: [provider], waitUntil })
  await open().signIn('mail', { email: address }, { headers: { 'accept-language': 'de' } })
  answered()
  await Promise.all(works)
  expect(read).toEqual([[address, 'de']])
})

test('`sendVerificationRequest` gets one request, also in copies of its parameters', async () => {
  const read: unknown[] = []
  const { provider } = captureEmails({
    sendVerificationRequest(params) {
      Object.freeze(params)
      const requests = [{ ...params }.request, Object.create(params).request, params.request]
      read.push(new Set(requests).size, params.request.method, Object.keys(params).sort())
    },
  })
  const { open } = createTestApp({ adapter: MemoryAdapter(), providers: [provider] })
  await open().signIn('mail', { email: address })
  const names = ['expires', 'identifier', 'provider', 'request', 'theme', 'token', 'translations', 'url']
  expect(read).toEqual([1, 'POST', names])
})

test('a log of the parameters of `sendVerificationRequest` has no cookies', async () => {
  const logged: string[] = []
  const { provider } = captureEmails({
    sendVerificationRequest(params) {
      logged.push(params.request.headers.get('cookie') ?? '')
      logged.push(inspect(params, { showHidden: true, depth: 10 }))
    },
  })
  const { open } = createTestApp({ adapter: MemoryAdapter(), providers: [provider] })
  await open().signIn('mail', { email: address })
  expect(logged[0]).toContain('csrf-token=')
  expect(logged[1]).not.toContain('csrf-token=')
})

test('with `waitUntil`, an invalid email address and a failing adapter still return errors', async () => {
  const { open, tokens } = createLateApp()
  expect(getLocation(await open().signIn('mail', { email: 'a@b,c@d' }))).toBe(
    `${origin}/auth/signin?error=EmailSignin`,
  )
  const { adapter } = createTappedAdapter(MemoryAdapter(), method => {
    if (method === 'createVerificationToken') throw new Error('the store is down')
  })
  const broken = createLateApp({ adapter })
  expect(getLocation(await broken.open().signIn('mail', { email: address }))).toBe(
    `${origin}/auth/error?error=Configuration`,
  )
  expect([...tokens, ...broken.tokens]).toEqual([])
})

test('a `waitUntil` that throws is logged, and the response waits for the email', async () => {
  const refuse = () => {
    throw new TypeError('Illegal invocation')
  }
  const { open, deliver, log, tokens } = createLateApp({ waitUntil: refuse })
  let isAnswered = false
  const answer = open().signIn('mail', { email: address })
  void answer.then(() => {
    isAnswered = true
  })
  await expect.poll(() => tokens.length).toBe(1)
  expect(isAnswered).toBe(false)
  deliver()
  expect(getLocation(await answer)).toBe(waiting)
  expect(log.errors.map(({ message }) => message)).toEqual(['Illegal invocation'])
})

test('without `waitUntil`, the response waits for the email', async () => {
  const { open, deliver, tokens } = createLateApp({ waitUntil: undefined })
  let isAnswered = false
  const answer = open().signIn('mail', { email: address })
  void answer.then(() => {
    isAnswered = true
  })
  await expect.poll(() => tokens.length).toBe(1)
  expect(isAnswered).toBe(false)
  deliver()
  expect(getLocation(await answer)).toBe(waiting)
})
