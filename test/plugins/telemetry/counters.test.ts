import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createAuth } from 'latchkey/server'
import { expect, test } from 'vitest'
import { ada, credentials, runRoundTrip } from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'
import { createPasswordsApp, email, signIn, signUp, submit } from '../passwords/passwords-app.js'
import { json, serverHead } from '../two-factor/two-factor-app.js'
import { createRecorder, createTelemetryApp, createTelemetryPlugin, readCounter } from './telemetry-app.js'

const signIns = 'latchkey.sign_ins'
const toLabels = (outcome: string, provider?: string) => ({
  'latchkey.outcome': outcome,
  ...(provider !== undefined && { 'latchkey.provider': provider }),
})

test('sign-ins are counted by outcome and provider', async () => {
  const links = captureEmails()
  const app = createTelemetryApp({ adapter: MemoryAdapter(), session: { strategy: 'jwt' } })
  app.config.providers = [app.op.provider(), links.provider, credentials]
  await runRoundTrip(app.open(), app.op)
  await runRoundTrip(app.open(), app.op, { error: 'access_denied' })
  const visit = app.open()
  await visit.signInWithCredentials({ ...ada, password: 'wrong' })
  await visit.signInWithCredentials({ ...ada, password: 'wrong' })
  await visit.signIn('mail', { email: 'alan@example.com' })
  await visit.get(links.getLatestEmail().url)
  await visit.post('/auth/signin/alan@example.com', { csrfToken: await visit.getCsrfToken() })
  expect(await readCounter(app, signIns)).toEqual([
    [toLabels('success', 'op'), 1],
    [toLabels('failure', 'op'), 1],
    [toLabels('failure', 'credentials'), 2],
    [toLabels('success', 'mail'), 1],
    [toLabels('failure'), 1],
  ])
})

test('a throttled sign-in is counted, as a failure too', async () => {
  const app = createTelemetryApp({ providers: [credentials], throttling: {}, secret: crypto.randomUUID() })
  const visit = app.open()
  for (let attempt = 0; attempt < 12; attempt++)
    await visit.signInWithCredentials({ ...ada, password: 'wrong' })
  expect(await readCounter(app, 'latchkey.throttled')).toEqual([
    [{ 'latchkey.flow': 'callback', 'latchkey.provider': 'credentials' }, 2],
  ])
  expect(await readCounter(app, signIns)).toEqual([[toLabels('failure', 'credentials'), 12]])
  const last = app.listSpans().at(-1)
  expect(last?.attributes).toMatchObject({
    'latchkey.outcome': 'failure',
    'latchkey.reason': 'TooManyRequests',
    'error.type': 'TooManyRequests',
  })
})

test('passwords of a plugin are counted: wrong ones, those of unknown accounts, and attempts above the limit', async () => {
  const recorder = createRecorder()
  const app = createPasswordsApp({ plugins: [createTelemetryPlugin(recorder)], throttling: {} })
  await signUp(app)
  const visit = app.open()
  await signIn(visit)
  await signIn(app.open(), { email: 'unknown@example.com' })
  for (let attempt = 0; attempt < 11; attempt++) await signIn(app.open(), { password: 'wrong' })
  const counts = await readCounter(recorder, signIns)
  expect(counts).toEqual([
    // The sign-up signs in too.
    [toLabels('success', 'passwords'), 2],
    [toLabels('failure', 'passwords'), 12],
  ])
  expect(await readCounter(recorder, 'latchkey.throttled')).toEqual([
    [{ 'latchkey.flow': 'passwords/sign-in', 'latchkey.provider': 'passwords' }, 1],
  ])
})

test('a page that shows the failure of a form again is counted once', async () => {
  const recorder = createRecorder()
  const app = createPasswordsApp({ plugins: [createTelemetryPlugin(recorder)], throttling: {} })
  await signUp(app)
  for (let attempt = 0; attempt < 10; attempt++) await signIn(app.open(), { password: 'wrong' })
  const visit = app.open()
  const navigation = { headers: { 'sec-fetch-mode': 'navigate' } }
  const fields = { csrfToken: await visit.getCsrfToken(), email, password: 'wrong' }
  const response = await visit.post('/auth/passwords/sign-in', fields, navigation)
  expect((await visit.follow(response, navigation)).status).toBe(429)
  expect(await readCounter(recorder, 'latchkey.throttled')).toMatchObject([[{}, 1]])
  expect(await readCounter(recorder, signIns)).toContainEqual([toLabels('failure', 'passwords'), 11])
})

test('sign-ins by server code are counted', async () => {
  const recorder = createRecorder()
  const app = createPasswordsApp({ plugins: [createTelemetryPlugin(recorder)] })
  await signUp(app)
  const { api } = createAuth(app.config as typeof app.config & { plugins: [typeof app.plugin] })
  await api.passwords.signIn(serverHead, { email, password: 'wrong' })
  expect(await readCounter(recorder, signIns)).toContainEqual([toLabels('failure', 'passwords'), 1])
})

test('without a tracer, sign-ins are counted', async () => {
  const app = createTelemetryApp({ providers: [credentials], options: { tracer: undefined } })
  await app.open().signInWithCredentials(ada)
  expect(await readCounter(app, signIns)).toEqual([[toLabels('success', 'credentials'), 1]])
  expect(app.listSpans()).toEqual([])
})

test('a failure that is no sign-in is not counted', async () => {
  const recorder = createRecorder()
  const app = createPasswordsApp({ plugins: [createTelemetryPlugin(recorder)] })
  await submit(app.open(), 'verify', { token: 'wrong' })
  await app.open().get('/auth/passwords/sign-in', json)
  expect(await readCounter(recorder, signIns)).toEqual([])
})
