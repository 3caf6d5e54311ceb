import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { Account, User } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin } from '../support/app.js'
import { fixtures, meet } from '../support/vendor/catalogue.js'
import type { VendorFixture } from '../support/vendor/fixture.js'
import { registered, type Vendor } from '../support/vendor/vendor.js'
import { fillFrom } from '../support/vendor/words.js'

interface Joined {
  readonly user: User
  readonly account: Account
}

/** An app with one vendor of the catalogue, and who joined it. */
async function appWith(fixture: VendorFixture, more: { allowDangerousEmailAccountLinking?: boolean } = {}) {
  const { vendor, provider } = await meet(fixture)
  const adapter = MemoryAdapter()
  const joined: Joined[] = []
  const app = makeApp({
    providers: [Object.assign(provider, more)],
    adapter,
    events: { linkAccount: ({ user, account }) => void joined.push({ user, account }) },
  })
  return { ...app, vendor, adapter, joined, id: provider.id }
}

type App = Awaited<ReturnType<typeof appWith>>

/** To the vendor and back; what the callback answers. */
async function visit({ open, vendor, id }: App, says: 'yes' | 'no' = 'yes'): Promise<Response> {
  const visitor = open()
  const away = await visitor.signIn(id, {}, { headers: {} })
  const location = leadsTo(away) ?? ''
  expect(location, 'where the button leads').toContain(vendor.fixture.authorization.url)
  const { method, url, form } = vendor.answer(new URL(location), says)
  const from = new URL(location).origin
  return method === 'POST' ? visitor.post(url, form, { from }) : visitor.get(url, { from })
}

function expectNobody({ joined, log }: App, answer: Response): void {
  expect(joined).toEqual([])
  expect(answer.headers.getSetCookie().join()).not.toMatch(/session-token=[^;]/)
  expect(log.types()).not.toEqual([])
}

/** What the account has of the token answer, and what it should have. */
function kept({ fixture, accessToken }: Vendor, account: Account) {
  const names = ['access_token', 'id_token', 'refresh_token', 'scope', 'token_type', 'session_state'] as const
  const given = Object.fromEntries(
    names.filter(name => account[name] !== undefined).map(name => [name, account[name]]),
  )
  const words = { access_token: accessToken, client_id: registered.clientId }
  const wanted = Object.entries(fixture.account).map(([name, value]) => [
    name,
    value === '{id_token}'
      ? expect.stringMatching(/^ey[\w-]+\.ey/)
      : typeof value === 'string'
        ? fillFrom(value, words)
        : value,
  ])
  return { wanted: Object.fromEntries(wanted) as object, given }
}

describe.each(fixtures.map(fixture => [fixture.provider, fixture] as const))('%s', (_, fixture) => {
  test('signs somebody in as its documentation says', async () => {
    const app = await appWith(fixture)
    const { vendor, joined } = app

    const answer = await visit(app)

    expect(vendor.faults).toEqual([])
    expect(app.log.errors.map(String)).toEqual([])
    expect(leadsTo(answer)).toBe(origin)
    const [one] = joined
    if (!one) throw new Error('Nobody joined.')
    const { name = null, email = null, image = null } = one.user
    expect({ id: one.account.providerAccountId, name, email, image }).toEqual(fixture.user)
    const { wanted, given } = kept(vendor, one.account)
    expect(given).toEqual(wanted)
  })

  test('lets nobody in who said no', async () => {
    const app = await appWith(fixture)
    const answer = await visit(app, 'no')
    expect(leadsTo(answer)).toContain(`${origin}/auth/signin?error=OAuthCallback`)
    expect(app.vendor.faults).toEqual([])
    expectNobody(app, answer)
  })

  test('lets nobody in whose code is refused', async () => {
    const app = await appWith(fixture)
    app.vendor.lies.token = fixture.token.error
    expectNobody(app, await visit(app))
  })

  test('lets nobody in when the token answer is empty', async () => {
    const app = await appWith(fixture)
    app.vendor.lies.token = { body: {} }
    expectNobody(app, await visit(app))
  })

  test.each(fixture.requests.map((request, index) => [request.url, request, index] as const))(
    'needs %s to answer, unless it is a thing that an app may go without',
    async (_url, request, index) => {
      const app = await appWith(fixture)
      app.vendor.lies.failingRequest = index
      const answer = await visit(app)
      if (!request.optional) return expectNobody(app, answer)
      expect(app.joined).toHaveLength(1)
    },
  )

  const idTokens = fixture.type === 'oidc' ? ['another app'] : []
  test.each(idTokens)('refuses an ID token that is meant for %s', async aud => {
    const app = await appWith(fixture)
    app.vendor.lies.claims = { aud }
    expectNobody(app, await visit(app))
  })

  const trusted = fixture.emailVerified === false ? [] : (fixture.user.email ?? [])
  test.each([trusted].flat())(
    'may join the user with the address %s where the app trusts it for that',
    async email => {
      const app = await appWith(fixture, { allowDangerousEmailAccountLinking: true })
      await app.adapter.createUser({ id: 'before', email, emailVerified: null })
      await visit(app)
      expect(app.joined).toHaveLength(1)
    },
  )

  const unproven = fixture.unproven ? [fixture.unproven] : []
  test.each(unproven)(
    'never joins a user by an address that it calls unproven',
    async ({ claims = {}, request, body }) => {
      const app = await appWith(fixture, { allowDangerousEmailAccountLinking: true })
      await app.adapter.createUser({ id: 'before', email: fixture.user.email ?? '', emailVerified: null })
      app.vendor.lies.claims = claims
      if (request !== undefined) app.vendor.lies.bodies = { [request]: body }

      const answer = await visit(app)

      expect(leadsTo(answer)).toContain('error=OAuthAccountNotLinked')
      expectNobody(app, answer)
    },
  )
})
