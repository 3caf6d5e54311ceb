import { context, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createAuth } from 'latchkey/server'
import { expect, test } from 'vitest'
import { ada, createTappedAdapter, credentials, runRoundTrip, type Tap } from '../../support/app.js'
import { createPasswordsApp, email, signIn, signUp } from '../passwords/passwords-app.js'
import { serverHead, toHead } from '../two-factor/two-factor-app.js'
import {
  buildTrees,
  createRecorder,
  createTelemetryApp,
  createTelemetryPlugin,
  findSpan,
  renderTree,
  type TelemetrySetup,
} from './telemetry-app.js'

/** Creates an app with a database whose calls a test can delay or fail. */
function createStoredApp(tap: Tap = () => {}, setup: TelemetrySetup = {}) {
  const { adapter } = createTappedAdapter(MemoryAdapter(), tap)
  return createTelemetryApp({ adapter, ...setup })
}

test('a sign-in with OpenID Connect is a span for each request, with those of the provider and of the stores inside', async () => {
  const app = createStoredApp()
  const visit = app.open()
  await runRoundTrip(visit, app.op)
  await visit.getSession()
  await visit.signOut()
  expect(buildTrees(app.listSpans()).flatMap(tree => renderTree(tree))).toEqual([
    'latchkey.csrf',
    'latchkey.signin',
    '  latchkey.outbound op.example',
    'latchkey.callback',
    '  latchkey.outbound op.example',
    '  latchkey.outbound op.example',
    '  latchkey.adapter getUserByAccount',
    '  latchkey.adapter getUserByEmail',
    '  latchkey.adapter createUserWithAccount',
    '  latchkey.adapter putRecord',
    '  latchkey.adapter createSession',
    'latchkey.session',
    '  latchkey.adapter getSessionAndUser',
    'latchkey.csrf',
    'latchkey.signout',
    '  latchkey.adapter deleteSession',
  ])
  expect(findSpan(app, 'latchkey.callback').attributes).toEqual({
    'latchkey.flow': 'callback',
    'latchkey.provider': 'op',
    'latchkey.outcome': 'success',
  })
  const outbound = findSpan(app, 'latchkey.outbound')
  expect(outbound.kind).toBe(SpanKind.CLIENT)
  expect(outbound.attributes).toEqual({
    'http.request.method': 'GET',
    'server.address': 'op.example',
    'http.response.status_code': 200,
  })
  expect(findSpan(app, 'latchkey.adapter').attributes).toEqual({
    'latchkey.store': 'adapter',
    'latchkey.method': 'getUserByAccount',
  })
  expect(app.log.types()).toEqual([])
})

test('a failed sign-in has the type of its error, and no message', async () => {
  const app = createTelemetryApp()
  await runRoundTrip(app.open(), app.op, { error: 'access_denied' })
  const span = findSpan(app, 'latchkey.callback')
  expect(span.attributes).toEqual({
    'latchkey.flow': 'callback',
    'latchkey.provider': 'op',
    'latchkey.outcome': 'failure',
    'latchkey.reason': 'OAuthCallbackError',
    'error.type': 'OAuthCallbackError',
  })
  expect(span.status).toEqual({ code: SpanStatusCode.ERROR })
  expect(span.events).toEqual([])
})

test('an adapter that fails is an error of its call and of the request, without a message', async () => {
  const app = createStoredApp(method => {
    if (method === 'getUserByAccount') throw new Error('No connection to grace@example.com.')
  })
  await runRoundTrip(app.open(), app.op)
  const call = findSpan(app, 'latchkey.adapter')
  expect(call.attributes).toMatchObject({
    'latchkey.method': 'getUserByAccount',
    'error.type': 'AdapterError',
  })
  expect(call.status).toEqual({ code: SpanStatusCode.ERROR })
  expect(findSpan(app, 'latchkey.callback').attributes).toMatchObject({
    'latchkey.outcome': 'failure',
    'latchkey.reason': 'AdapterError',
    'error.type': 'AdapterError',
  })
  expect(JSON.stringify(buildTrees(app.listSpans()))).not.toContain('grace')
  expect(app.log.types()).toEqual(['AdapterError'])
})

test('a provider that cannot be reached is an error of the outbound request', async () => {
  const app = createTelemetryApp()
  app.op.onRequest = () => {
    throw new TypeError('fetch failed')
  }
  await app.open().signIn('op')
  const { attributes } = findSpan(app, 'latchkey.outbound')
  expect(attributes).toEqual({
    'http.request.method': 'GET',
    'server.address': 'op.example',
    'error.type': 'TypeError',
  })
  expect(findSpan(app, 'latchkey.signin').attributes).toMatchObject({ 'latchkey.outcome': 'failure' })
})

test('parallel requests do not mix: each has its own calls, and its own user', async () => {
  const app = createStoredApp(() => new Promise(resolve => setTimeout(resolve, Math.random() * 5)), {
    options: { recordUserId: true },
  })
  await app.open().signIn('op')
  app.resetSpans()
  const people = Array.from({ length: 8 }, (_, index) => ({
    sub: `sub-${index}`,
    email: `${index}@example.com`,
  }))
  const users = await Promise.all(
    people.map(async as => {
      const visit = app.open()
      await runRoundTrip(visit, app.op, { as })
      return (await createAuth(app.config).getSession(toHead(visit)))?.user?.id
    }),
  )
  const callbacks = buildTrees(app.listSpans()).filter(({ name }) => name === 'latchkey.callback')
  const shapes = callbacks.map(tree =>
    renderTree(tree)
      .filter(line => line.includes('adapter'))
      .join(),
  )
  expect(new Set(shapes)).toEqual(
    new Set(
      ['getUserByAccount,getUserByEmail,createUserWithAccount,putRecord,createSession'].map(methods =>
        methods
          .split(',')
          .map(method => `  latchkey.adapter ${method}`)
          .join(),
      ),
    ),
  )
  expect(callbacks).toHaveLength(people.length)
  expect(new Set(callbacks.map(({ attributes }) => attributes['user.id']))).toEqual(new Set(users))
  expect(new Set(users).size).toBe(people.length)
})

test('`user.id` is on the spans of a sign-in, a session and a sign-out, only with `recordUserId`', async () => {
  for (const [recordUserId, expected] of [
    [true, ['latchkey.callback', 'latchkey.session', 'latchkey.signout']],
    [false, []],
  ] as const) {
    const app = createTelemetryApp({ providers: [credentials], options: { recordUserId } })
    const visit = app.open()
    await visit.signInWithCredentials(ada)
    await visit.getSession()
    await visit.signOut()
    const spans = app.listSpans().filter(({ attributes }) => attributes['user.id'] === 'ada-1')
    expect(spans.map(({ name }) => name)).toEqual(expected)
  }
})

test('a path, a provider and a method that the client chooses are not part of a span', async () => {
  const app = createTelemetryApp()
  const visit = app.open()
  await visit.get('/auth/grace@example.com')
  await visit.post('/auth/signin/grace@example.com', { csrfToken: await visit.getCsrfToken() })
  await visit.request('DELETE', '/auth/session')
  await visit.get('/auth/telemetry/grace@example.com')
  const attributes = app.listSpans().map(span => [span.name, span.attributes['error.type']])
  expect(attributes).toEqual([
    ['latchkey.unknown', 'UnknownAction'],
    ['latchkey.csrf', undefined],
    ['latchkey.signin', 'InvalidProvider'],
    ['latchkey.session', 'UnknownAction'],
    ['latchkey.telemetry', 'UnknownAction'],
  ])
  expect(JSON.stringify(buildTrees(app.listSpans()))).not.toContain('grace')
})

test('an operation of a plugin has the name of its path, and its failure is the reason, but no error', async () => {
  const recorder = createRecorder()
  const app = createPasswordsApp({ plugins: [createTelemetryPlugin(recorder)] })
  await signUp(app)
  recorder.resetSpans()
  await signIn(app.open(), { password: 'wrong' })
  await signIn(app.open())
  const spans = recorder.listSpans().filter(({ name }) => name === 'latchkey.passwords/sign-in')
  const common = { 'latchkey.flow': 'passwords/sign-in', 'latchkey.provider': 'passwords' }
  expect(spans.map(({ attributes }) => attributes)).toEqual([
    { ...common, 'latchkey.outcome': 'failure', 'latchkey.reason': 'wrong-credentials' },
    { ...common, 'latchkey.outcome': 'success' },
  ])
})

test('server functions have spans: of sessions, of a sign-in and of plugins', async () => {
  const recorder = createRecorder()
  const plugin = createTelemetryPlugin(recorder)
  const app = createPasswordsApp({
    plugins: [plugin],
    providers: [credentials],
    session: { strategy: 'jwt' },
  })
  const visit = await signUp(app)
  recorder.resetSpans()
  const auth = createAuth(app.config as typeof app.config & { plugins: [typeof app.plugin] })
  expect(await auth.getSession(toHead(visit))).toMatchObject({ user: { email } })
  await auth.requireAuth(toHead(visit))
  await auth.api.passwords.signIn(serverHead, { email, password: 'wrong' })
  await expect(auth.sessions.listOfUser('')).rejects.toMatchObject({ type: 'InvalidConfig' })
  await auth.users.exportData(serverHead, 'ada-1')
  const requests = recorder.listSpans().filter(({ name }) => name !== 'latchkey.adapter')
  expect(requests.map(({ name, attributes }) => [name, attributes['latchkey.reason']])).toEqual([
    ['latchkey.session', undefined],
    ['latchkey.session', undefined],
    ['latchkey.passwords/sign-in', 'wrong-credentials'],
    ['latchkey.sessions.listOfUser', 'InvalidConfig'],
    ['latchkey.users.exportData', undefined],
  ])
})

test('without a context manager, each span is a root', async () => {
  const app = createStoredApp()
  context.disable()
  await runRoundTrip(app.open(), app.op)
  const trees = buildTrees(app.listSpans())
  expect(trees.map(({ name }) => name)).toContain('latchkey.adapter')
  expect(trees.flatMap(({ children }) => children)).toEqual([])
})
