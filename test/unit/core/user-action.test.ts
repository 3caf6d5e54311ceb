import { MemoryAdapter } from 'latchkey/adapters/memory'
import {
  type AuthConfig,
  createAuth,
  originUnchecked,
  type RequestHead,
  toRequestHead,
} from 'latchkey/server'
import { createInMemoryProvider } from 'latchkey/testing'
import { describe, expect, test } from 'vitest'
import { ada, credentials, origin } from '../../support/app.js'

const config: AuthConfig = {
  providers: [credentials, createInMemoryProvider().provider()],
  secret: 'a secret of 32 characters, for tests',
  trustHost: true,
  adapter: MemoryAdapter(),
  session: { strategy: 'jwt' },
  revocation: { maxStale: 0 },
  logger: { error: () => {}, warn: () => {}, info: () => {} },
}
const auth = createAuth(config)
const proof = { originCheck: originUnchecked } as const

const calls: Readonly<Record<string, (head: RequestHead) => Promise<unknown>>> = {
  'signIn with credentials': head =>
    auth.signIn(head, { provider: 'credentials', fields: { ...ada }, ...proof }),
  signOut: head => auth.signOut(head, proof),
  'sessions.end': head => auth.sessions.end(head, { id: 'x', ...proof }),
  'sessions.endOthers': head => auth.sessions.endOthers(head, proof),
  'sessions.endAll': head => auth.sessions.endAll(head, proof),
}

const prefetches: readonly Readonly<Record<string, string>>[] = [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { 'sec-purpose': 'Prefetch;anonymous-client-ip' },
  { purpose: 'prefetch' },
  { 'x-purpose': 'preview' },
  { 'x-moz': 'prefetch' },
  { 'next-router-prefetch': '1' },
  { 'next-router-segment-prefetch': '/_tree' },
  { 'x-middleware-prefetch': '1' },
]

const subresources: readonly Readonly<Record<string, string>>[] = [
  { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { 'sec-fetch-mode': 'same-origin', 'sec-fetch-dest': 'empty' },
]

function toHead(headers: Readonly<Record<string, string>>, method = 'GET'): RequestHead {
  return toRequestHead(
    new Request(`${origin}/page`, { method, headers: { 'sec-fetch-site': 'same-origin', ...headers } }),
  )
}

/** Returns the error of a call, which returns or throws it. */
async function getError(call: (head: RequestHead) => Promise<unknown>, head: RequestHead): Promise<unknown> {
  try {
    return Reflect.get(Object(await call(head)), 'error') ?? null
  } catch (error) {
    return error
  }
}

describe.each(Object.entries(calls))('%s', (_, call) => {
  test.each(prefetches)('rejects the prefetch %j, whatever its method', async headers => {
    for (const method of ['GET', 'HEAD', 'POST'])
      expect(await getError(call, toHead(headers, method))).toMatchObject({
        type: 'UserActionRequired',
        message: expect.stringMatching(/prefetch.*form action.*<form method="post">/),
      })
  })

  test.each(subresources)('rejects the GET %j, which opens no page, and allows a POST', async headers => {
    expect(await getError(call, toHead(headers))).toMatchObject({ type: 'UserActionRequired' })
    expect(await getError(call, toHead(headers, 'POST'))).not.toMatchObject({ type: 'UserActionRequired' })
  })

  test('rejects the data request of a router', async () => {
    const head = { ...toHead({}), isDataRequest: true }
    expect(await getError(call, head)).toMatchObject({ type: 'UserActionRequired' })
  })

  test('rejects a link on another site', async () => {
    const head = toHead({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })
    expect(await getError(call, head)).toMatchObject({ type: 'MissingCSRF' })
  })

  test('allows a page that the user opens, and a client that is not a browser', async () => {
    for (const headers of [{ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, {}])
      expect(await getError(call, toHead(headers))).toBeNull()
  })
})

test('a rejected call sets no cookies', async () => {
  const { cookies, redirect } = await auth.signIn(toHead({ purpose: 'prefetch' }), {
    provider: 'credentials',
    fields: { ...ada },
    ...proof,
  })
  expect([cookies, redirect]).toEqual([[], null])
})

describe('a sign-in at a provider', () => {
  const start = (head: RequestHead) => auth.signIn(head, { provider: 'op', originCheck: proof.originCheck })

  test('starts for the GET of a script of the same origin, as a router sends it', async () => {
    for (const headers of subresources) expect(await getError(start, toHead(headers))).toBeNull()
  })

  test('does not start for a prefetch', async () => {
    for (const headers of prefetches)
      expect(await getError(start, toHead(headers))).toMatchObject({ type: 'UserActionRequired' })
  })
})

test('signIn without a provider leads to the sign-in page, also for a prefetch', async () => {
  const { redirect } = await auth.signIn(toHead({ purpose: 'prefetch' }), proof)
  expect(redirect).toContain('/auth/signin')
})
