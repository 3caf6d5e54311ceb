import { describe, expect, test } from 'vitest'
import { ada, origin, runRoundTrip } from '../support/app.js'
import { selectCases } from '../support/fire.js'
import type { Visitor } from '../support/visitor.js'
import { createAllProvidersApp } from './all-providers-app.js'

const evil = 'https://evil.example'
/** Characters that the cookies may have more than after a plain request. A few error codes are longer than others. */
const maxGrowth = 100
const repetitions = 20

const providerIds = ['op', 'plain', 'credentials', 'mail', 'code']
const withProvider = ['signin', 'callback', 'webauthn-options']
const actions = [
  'csrf',
  'error',
  'providers',
  'session',
  'signin',
  'signout',
  'step-up',
  'verify-request',
  'unknown',
  ...withProvider.flatMap(action => [...providerIds, 'missing'].map(id => `${action}/${id}`)),
]

/** The headers with which browsers send a request that a page of another site started. */
const crossSiteHeaders: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'Sec-Fetch-Site': { 'sec-fetch-site': 'cross-site', origin: null },
  'Sec-Fetch-Site and Origin': { 'sec-fetch-site': 'cross-site', origin: evil },
  'Sec-Fetch-Site and an opaque origin': { 'sec-fetch-site': 'cross-site', origin: 'null' },
  'Origin only': { 'sec-fetch-site': null, origin: evil },
  'Referer only': { 'sec-fetch-site': null, origin: null, referer: `${evil}/page` },
}

const methods = ['GET', 'POST'] as const
const parameters = [
  'callbackUrl',
  'error',
  'error_description',
  'state',
  'code',
  'token',
  'email',
  'iss',
  'id_token',
  'login_hint',
  'ui_locales',
  'acr',
  'flow',
  'reopened',
  'anything',
]

const lengths = [1_900, 3_000]

/** Returns another value for each repetition. */
function createValue(parameter: string, length: number, count: number): string {
  const value = `${count}${'a'.repeat(length)}`
  return parameter === 'callbackUrl' || parameter === 'iss' ? `${origin}/${value}` : value
}

interface CrossSiteRequest {
  readonly method: (typeof methods)[number]
  readonly path: string
  readonly headers: Readonly<Record<string, string | null>>
}

const measure = ({ jar }: Visitor): number =>
  jar.cookies().reduce((sum, { name, value }) => sum + name.length + value.length, 0)

async function send(visit: Visitor, request: CrossSiteRequest, fields: Record<string, string> = {}) {
  const { method, path, headers } = request
  const query = new URLSearchParams(fields)
  const init = { from: evil, headers }
  if (method === 'GET') return await visit.get(`/auth/${path}?${query}`, init)
  await visit.post(`/auth/${path}?${query}`, {}, init)
  return await visit.post(`/auth/${path}`, fields, init)
}

/** Lists the paths of an action with each provider, and with ids that no provider has. */
function listSiblings(path: string): string[] {
  const [action = '', id] = path.split('/')
  return id === undefined ? [action] : [...providerIds, 'missing', 'other'].map(one => `${action}/${one}`)
}

const visitors: Readonly<Record<string, () => Promise<Visitor>>> = {
  'a new visitor': async () => createAllProvidersApp().open(),
  'a signed-in user': async () => {
    const visit = createAllProvidersApp().open()
    await visit.signInWithCredentials(ada)
    return visit
  },
  'a visitor with a pending sign-in': async () => {
    const visit = createAllProvidersApp().open()
    await visit.signIn('op')
    return visit
  },
}

/** Those of new and of old browsers, which `npm test` sends. */
const quickHeaders = new Set(['Sec-Fetch-Site', 'Origin only'])
const headersOfRequests = selectCases(Object.entries(crossSiteHeaders), ([name]) => quickHeaders.has(name))

const requests = methods.flatMap(method =>
  headersOfRequests
    .filter(([name]) => method === 'POST' || !name.includes('rigin'))
    .flatMap(([name, headers]) => actions.map(path => [method, path, name, headers] as const)),
)

describe.each(Object.entries(visitors))('a request from another site, to %s', (_, open) => {
  test.each(requests)(
    '%s %s with %s leaves no cookie that grows with its parameters or its repetitions',
    async (method, path, _, headers) => {
      const plain = await open()
      const before = measure(plain)
      for (const sibling of listSiblings(path)) await send(plain, { method, path: sibling, headers })
      const limit = Math.max(before, measure(plain)) + maxGrowth
      const visit = await open()
      const siblings = listSiblings(path)
      for (let count = 0; count < repetitions; count++) {
        const length = lengths[count % lengths.length] ?? 0
        const fields = Object.fromEntries(
          parameters
            .filter((_, index) => count < lengths.length || index % 5 === count % 5)
            .map(name => [name, createValue(name, length, count)]),
        )
        await send(visit, { method, path: siblings[count % siblings.length] ?? path, headers }, fields)
      }
      expect(measure(visit)).toBeLessThanOrEqual(limit)
    },
  )
})

test.each(actions)('a link on another site to %s sets no cookie but that of the CSRF token', async path => {
  const visit = createAllProvidersApp().open()
  await visit.get(`/auth/${path}?error=access_denied&callbackUrl=/account`, { from: evil })
  const names = visit.jar.cookies().map(({ name }) => name)
  expect(names.filter(name => name !== '__Host-authjs.csrf-token')).toEqual([])
})

test('the callback of a sign-in that failed keeps the cause for the error page, in development', async () => {
  const { op, open } = createAllProvidersApp()
  const visit = open()
  const response = await runRoundTrip(visit, op, { error: 'invalid_scope' })
  expect(visit.getLocation(response).searchParams.get('error')).toBe('OAuthCallbackError')
  expect(visit.jar.get('__Secure-authjs.hint')).toBeDefined()
})
