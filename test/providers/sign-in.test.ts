import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { Account, User } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import type { VendorFixture } from '../support/vendor/fixture.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'
import { fillPlaceholders } from '../support/vendor/placeholders.js'
import { type Decision, registeredClient, type Vendor } from '../support/vendor/vendor.js'

interface LinkedAccount {
  readonly user: User
  readonly account: Account
}

/** Creates an app with one vendor and records the linked accounts. */
async function createApp(fixture: VendorFixture, more: { allowDangerousEmailAccountLinking?: boolean } = {}) {
  const { vendor, provider } = await createVendor(fixture)
  const adapter = MemoryAdapter()
  const linked: LinkedAccount[] = []
  const app = createTestApp({
    providers: [Object.assign(provider, more)],
    adapter,
    events: { linkAccount: ({ user, account }) => void linked.push({ user, account }) },
  })
  return { ...app, vendor, adapter, linked, id: provider.id }
}

type App = Awaited<ReturnType<typeof createApp>>

/** Runs a sign-in at the vendor and returns the response of the callback. */
async function visit({ open, vendor, id }: App, decision: Decision = 'grant'): Promise<Response> {
  const visitor = open()
  const away = await visitor.signIn(id, {}, { headers: {} })
  const location = getLocation(away) ?? ''
  expect(location, 'authorization URL').toContain(vendor.fixture.authorization.url)
  const { method, url, form } = vendor.authorize(new URL(location), decision)
  const from = new URL(location).origin
  return method === 'POST' ? visitor.post(url, form, { from }) : visitor.get(url, { from })
}

function expectNoSession({ linked, log }: App, answer: Response): void {
  expect(linked).toEqual([])
  expect(answer.headers.getSetCookie().join()).not.toMatch(/session-token=[^;]/)
  expect(log.types()).not.toEqual([])
}

/** Returns the stored tokens of the account and the expected ones. */
function getStoredTokens({ fixture, accessToken }: Vendor, account: Account) {
  const names = ['access_token', 'id_token', 'refresh_token', 'scope', 'token_type', 'session_state'] as const
  const given = Object.fromEntries(
    names.filter(name => account[name] !== undefined).map(name => [name, account[name]]),
  )
  const words = { access_token: accessToken, client_id: registeredClient.clientId }
  const wanted = Object.entries(fixture.account).map(([name, value]) => [
    name,
    value === '{id_token}'
      ? expect.stringMatching(/^ey[\w-]+\.ey/)
      : typeof value === 'string'
        ? fillPlaceholders(value, words)
        : value,
  ])
  return { wanted: Object.fromEntries(wanted) as object, given }
}

describe.each(fixtures.map(fixture => [fixture.provider, fixture] as const))('%s', (_, fixture) => {
  test('signs the user in as its documentation specifies', async () => {
    const app = await createApp(fixture)
    const { vendor, linked } = app

    const answer = await visit(app)

    expect(vendor.faults).toEqual([])
    expect(app.log.errors.map(String)).toEqual([])
    expect(getLocation(answer)).toBe(origin)
    const [one] = linked
    if (!one) throw new Error('No account was linked.')
    const { name = null, email = null, image = null } = one.user
    expect({ id: one.account.providerAccountId, name, email, image }).toEqual(fixture.user)
    const { wanted, given } = getStoredTokens(vendor, one.account)
    expect(given).toEqual(wanted)
  })

  test('is rejected if the user denies access', async () => {
    const app = await createApp(fixture)
    const answer = await visit(app, 'deny')
    expect(getLocation(answer)).toContain(`${origin}/auth/signin?error=OAuthCallback`)
    expect(app.vendor.faults).toEqual([])
    expectNoSession(app, answer)
  })

  test('is rejected if the code is invalid', async () => {
    const app = await createApp(fixture)
    app.vendor.lies.token = fixture.token.error
    expectNoSession(app, await visit(app))
  })

  test('is rejected if the token response is empty', async () => {
    const app = await createApp(fixture)
    app.vendor.lies.token = { body: {} }
    expectNoSession(app, await visit(app))
  })

  test.each(fixture.requests.map((request, index) => [request.url, request, index] as const))(
    'is rejected if the request to %s fails, unless it is optional',
    async (_url, request, index) => {
      const app = await createApp(fixture)
      app.vendor.lies.failingRequest = index
      const answer = await visit(app)
      if (!request.optional) return expectNoSession(app, answer)
      expect(app.linked).toHaveLength(1)
    },
  )

  const idTokens = fixture.type === 'oidc' ? ['another app'] : []
  test.each(idTokens)('is rejected if the audience of the ID token is %s', async aud => {
    const app = await createApp(fixture)
    app.vendor.lies.claims = { aud }
    expectNoSession(app, await visit(app))
  })

  const trusted = fixture.emailVerified === false ? [] : (fixture.user.email ?? [])
  test.each([trusted].flat())(
    'is linked to the user with email %s if the app allows linking by email',
    async email => {
      const app = await createApp(fixture, { allowDangerousEmailAccountLinking: true })
      await app.adapter.createUser({ id: 'before', email, emailVerified: null })
      await visit(app)
      expect(app.linked).toHaveLength(1)
    },
  )

  const unverified = fixture.unverified ? [fixture.unverified] : []
  test.each(unverified)(
    'is never linked by an email that it reports as unverified',
    async ({ claims = {}, request, body }) => {
      const app = await createApp(fixture, { allowDangerousEmailAccountLinking: true })
      await app.adapter.createUser({ id: 'before', email: fixture.user.email ?? '', emailVerified: null })
      app.vendor.lies.claims = claims
      if (request !== undefined) app.vendor.lies.bodies = { [request]: body }

      const answer = await visit(app)

      expect(getLocation(answer)).toContain('error=OAuthAccountNotLinked')
      expectNoSession(app, answer)
    },
  )
})
