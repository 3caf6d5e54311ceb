import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { User } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import type { VendorFixture } from '../support/vendor/fixture.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'

/** Changes to the claims, the profile response or the provider options. */
interface Changes {
  readonly claims?: object
  readonly members?: object
  readonly options?: object
  /** The index of the request that fails. */
  readonly failingRequest?: number
  /** The response of the second request. */
  readonly emails?: object
}

/** Signs in with the email of an existing user, at an app that allows linking by email. */
async function signInAt(module: string, { claims = {}, members = {}, options = {}, ...changes }: Changes) {
  const fixture = fixtures.find(({ provider }) => provider === module)
  if (!fixture) throw new Error(`${module} has no fixture.`)
  const { vendor, provider } = await createVendor({ ...fixture, options: { ...fixture.options, ...options } })
  const usual = fixture.requests[0]?.answer.body
  if (typeof usual === 'object')
    vendor.lies.bodies = {
      0: { ...usual, ...members },
      ...(changes.emails && { 1: changes.emails }),
    }
  if (changes.failingRequest !== undefined) vendor.lies.failingRequest = changes.failingRequest
  vendor.lies.claims = { ...claims }
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: 'before', email: fixture.user.email ?? '', emailVerified: null })
  const linking = Object.assign(provider, { allowDangerousEmailAccountLinking: true })
  const visit = createTestApp({ providers: [linking], adapter }).open()
  const { url } = vendor.authorize(visit.getLocation(await visit.signIn(provider.id)))
  return { location: getLocation(await visit.get(url)), session: await visit.getSession() }
}

describe('an unverified email', () => {
  const kakao = (is: object) => ({ kakao_account: { email: 'sample@sample.com', ...is } })

  test.each<[string, string, Changes]>([
    ['mattermost', 'omits false values', { members: { email_verified: undefined } }],
    [
      'kakao',
      'reports the email as invalid',
      { members: kakao({ is_email_valid: false, is_email_verified: true }) },
    ],
    ['kakao', 'reports the email as unverified', { members: kakao({ is_email_verified: false }) }],
    ['microsoft-entra-id', 'returns a boolean as a number', { claims: { xms_edov: 0 } }],
    ['microsoft-entra-id', 'returns a boolean as a string', { claims: { xms_edov: '0' } }],
    ['microsoft-entra-id', 'returns a boolean', { claims: { xms_edov: false } }],
    ['microsoft-entra-id', 'was not asked for the claim', { claims: { xms_edov: undefined } }],
    ['azure-ad', 'was not asked for the claim', { claims: { xms_edov: undefined } }],
    [
      'github',
      'denies the request for emails',
      { members: { email: 'octocat@github.com' }, failingRequest: 1 },
    ],
    ['github', 'lists no emails', { members: { email: 'octocat@github.com' }, emails: [] }],
    [
      'github',
      'lists other emails',
      {
        members: { email: 'octocat@github.com' },
        emails: [{ email: 'old@github.com', primary: true, verified: true }],
      },
    ],
    ['twitch', 'was not asked for the claim', { claims: { email_verified: undefined } }],
    ['zoom', 'returns a boolean as a number', { members: { verified: 0 } }],
    ['gitlab', 'returns the time of the verification', { members: { confirmed_at: null } }],
  ])('is not linked to the existing user at %s, which %s', async (module, _, changes) => {
    const { location, session } = await signInAt(module, changes)
    expect(location).toContain('error=OAuthAccountNotLinked')
    expect(session).toBeNull()
  })

  test.each<[string, Changes]>([
    ['microsoft-entra-id', { claims: { xms_edov: '1' } }],
    ['microsoft-entra-id', { claims: { xms_edov: true } }],
    ['kakao', { members: kakao({ is_email_valid: true, is_email_verified: true }) }],
  ])('is distinguished from one that %s verified: %j', async (module, changes) => {
    expect(await signInAt(module, changes)).toMatchObject({ location: origin, session: { user: {} } })
  })
})

test('the system user of NetSuite, which public scripts run as, is rejected', async () => {
  const { location, session } = await signInAt('netsuite', {
    members: { id: -4, name: '-System-', email: '' },
  })
  expect(location).toContain('error=')
  expect(session).toBeNull()
})

/** Signs in with a changed fixture and returns the session user. */
async function signInAndReadUser(
  module: string,
  change: (fixture: VendorFixture) => VendorFixture,
  failing?: number,
) {
  const found = fixtures.find(({ provider }) => provider === module)
  if (!found) throw new Error(`${module} has no fixture.`)
  const { vendor, provider } = await createVendor(change(found))
  if (failing !== undefined) vendor.lies.failingRequest = failing
  const visit = createTestApp({ providers: [provider] }).open()
  await visit.get(vendor.authorize(visit.getLocation(await visit.signIn(provider.id))).url)
  return ((await visit.getSession()) as { user?: User } | null)?.user ?? null
}

test.each([
  ['a picture of 60 kB', { contentType: 'image/jpeg', body: `base64:${btoa('x'.repeat(60_000))}` }],
  ['an SVG picture, which may contain scripts', { contentType: 'image/svg+xml', body: '<svg/>' }],
])('a Microsoft user with %s has no image', async (_, answer) => {
  const user = await signInAndReadUser('microsoft-entra-id', fixture => ({
    ...fixture,
    requests: fixture.requests.map(request => ({ ...request, answer })),
  }))
  expect(user).not.toBeNull()
  expect(user?.image ?? null).toBeNull()
})

test('GitHub is rejected if the request for emails fails', async () => {
  const error = { status: 500, body: {} }
  const broken = (fixture: VendorFixture) => ({
    ...fixture,
    requests: fixture.requests.map(request => ({ ...request, error })),
  })
  expect(await signInAndReadUser('github', broken, 1)).toBeNull()
})

test('Instagram is accepted if its token response is not nested', async () => {
  const flat = (fixture: VendorFixture) => {
    const { data } = fixture.token.answer.body as { data: readonly object[] }
    return { ...fixture, token: { ...fixture.token, answer: { body: data[0] } } }
  }
  expect(await signInAndReadUser('instagram', flat)).not.toBeNull()
})

const required = fixtures.flatMap(fixture =>
  fixture.requests.flatMap((request, index) =>
    request.optional ? [] : [[fixture.provider, request.url, fixture, index] as const],
  ),
)

test.each(required)(
  '%s is rejected if %s returns 403 with a valid body',
  async (_module, _url, fixture, index) => {
    const requests = fixture.requests.map(request => ({
      ...request,
      error: { ...request.answer, status: 403 },
    }))
    const { vendor, provider } = await createVendor({ ...fixture, requests })
    vendor.lies.failingRequest = index
    const visit = createTestApp({ providers: [provider] }).open()
    const { method, url, form } = vendor.authorize(visit.getLocation(await visit.signIn(provider.id)))
    const answer = await (method === 'POST' ? visit.post(url, form, { from: url.origin }) : visit.get(url))
    expect(getLocation(answer)).toContain('error=')
    expect(await visit.getSession()).toBeNull()
  },
)
