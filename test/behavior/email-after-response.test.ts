import { createHash } from 'node:crypto'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { EmailConfig } from 'latchkey/providers'
import { describe, expect, test } from 'vitest'
import { type AppSetup, leadsTo, makeApp, origin, secret, tapped } from '../support/app.js'
import { postOffice } from '../support/post-office.js'

const address = 'ada@example.com'
const waiting = `${origin}/auth/verify-request?provider=mail&type=email`

/** A mail that is on its way until the test says how it went. */
function delivery() {
  let deliver = (): void => {}
  let fail = (_: Error): void => {}
  const gate = new Promise<void>((resolve, reject) => {
    deliver = resolve
    fail = reject
  })
  return { gate, deliver, fail }
}

/** An app that is told to do later what nobody waits for, and a mailer that waits until it may go on. */
function lateApp({ code = false, ...setup }: AppSetup & { code?: boolean } = {}) {
  const { gate, deliver, fail } = delivery()
  const store = MemoryAdapter()
  const tap = tapped(store)
  const tokens: string[] = []
  const sendVerificationRequest: EmailConfig['sendVerificationRequest'] = ({ token }) => {
    tokens.push(token)
    return gate
  }
  const office = postOffice({ code, sendVerificationRequest })
  const works: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void works.push(work)
  const app = makeApp({ adapter: tap.adapter, providers: [office.provider], waitUntil, ...setup })
  const done = () => Promise.all(works)
  return { ...app, store, calls: tap.calls, tokens, works, done, deliver, fail }
}

function recordOf(store: ReturnType<typeof MemoryAdapter>, token = '') {
  const hash = createHash('sha256')
    .update(token + secret)
    .digest('hex')
  return store.getVerificationToken({ identifier: address, token: hash })
}

describe.each([
  ['a link', false],
  ['a code', true],
])('with `waitUntil`, %s', (_, code) => {
  test('is on its way when the visitor is told to wait for it, and its record is written', async () => {
    const { open, tokens, works, calls, done, deliver } = lateApp({ code })
    const answer = await open().signIn('mail', { email: address })
    expect(leadsTo(answer)).toBe(waiting)
    expect({ mails: tokens.length, works: works.length }).toEqual({ mails: 1, works: 1 })
    expect(calls).toContain('createVerificationToken')
    deliver()
    await done()
  })

  test('that cannot be sent is told to the log alone, and leaves nothing that can be used', async () => {
    const { open, calls, log, fail, done } = lateApp({ code })
    const answer = await open().signIn('mail', { email: address })
    fail(new Error(`no mail to ${address}`))
    expect(leadsTo(answer)).toBe(waiting)
    await expect(done()).resolves.toEqual([undefined])
    expect(log.types()).toEqual(['EmailSignInError'])
    expect(JSON.stringify(log.errors.map(({ message }) => message))).not.toContain(address)
    const written = calls.filter(name => name === 'createVerificationToken')
    expect(calls.filter(name => name === 'useVerificationToken')).toHaveLength(written.length)
  })
})

test('with `waitUntil` a link works once the mail has gone', async () => {
  const { open, tokens, deliver, done } = lateApp()
  const visit = open()
  await visit.signIn('mail', { email: address })
  const [token = ''] = tokens
  const query = new URLSearchParams({ token, email: address })
  deliver()
  await done()
  expect(leadsTo(await visit.get(`/auth/callback/mail?${query}`))).toBe(origin)
})

test('with `waitUntil` the record of a link that could not be mailed is gone', async () => {
  const { open, store, tokens, fail, done } = lateApp()
  await open().signIn('mail', { email: address })
  expect(await recordOf(store, tokens[0])).not.toBeNull()
  fail(new Error('the server is down'))
  await done()
  expect(await recordOf(store, tokens[0])).toBeNull()
})

test('with `waitUntil` the mailer can read the request after it was answered', async () => {
  const works: Promise<unknown>[] = []
  const read: unknown[] = []
  let answered = (): void => {}
  const gate = new Promise<void>(resolve => {
    answered = resolve
  })
  const { provider } = postOffice({
    async sendVerificationRequest({ request }) {
      await gate
      const form = await request.formData()
      read.push([form.get('email'), request.headers.get('accept-language')])
    },
  })
  const waitUntil = (work: Promise<unknown>) => void works.push(work)
  const { open } = makeApp({ adapter: MemoryAdapter(), providers: [provider], waitUntil })
  await open().signIn('mail', { email: address }, { headers: { 'accept-language': 'de' } })
  answered()
  await Promise.all(works)
  expect(read).toEqual([[address, 'de']])
})

test('with `waitUntil` an address that is none is still told, as is a store that fails', async () => {
  const { open, tokens } = lateApp()
  expect(leadsTo(await open().signIn('mail', { email: 'a@b,c@d' }))).toBe(
    `${origin}/auth/signin?error=EmailSignin`,
  )
  const { adapter } = tapped(MemoryAdapter(), method => {
    if (method === 'createVerificationToken') throw new Error('the store is down')
  })
  const broken = lateApp({ adapter })
  expect(leadsTo(await broken.open().signIn('mail', { email: address }))).toBe(
    `${origin}/auth/error?error=Configuration`,
  )
  expect([...tokens, ...broken.tokens]).toEqual([])
})

test('a `waitUntil` that throws is told to the log, and the answer waits for the mail', async () => {
  const refuse = () => {
    throw new TypeError('Illegal invocation')
  }
  const { open, deliver, log, tokens } = lateApp({ waitUntil: refuse })
  let isAnswered = false
  const answer = open().signIn('mail', { email: address })
  void answer.then(() => {
    isAnswered = true
  })
  await expect.poll(() => tokens.length).toBe(1)
  expect(isAnswered).toBe(false)
  deliver()
  expect(leadsTo(await answer)).toBe(waiting)
  expect(log.errors.map(({ message }) => message)).toEqual(['Illegal invocation'])
})

test('without `waitUntil` the answer waits for the mail', async () => {
  const { open, deliver, tokens } = lateApp({ waitUntil: undefined })
  let isAnswered = false
  const answer = open().signIn('mail', { email: address })
  void answer.then(() => {
    isAnswered = true
  })
  await expect.poll(() => tokens.length).toBe(1)
  expect(isAnswered).toBe(false)
  deliver()
  expect(leadsTo(await answer)).toBe(waiting)
})
