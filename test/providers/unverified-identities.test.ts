import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { User } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin } from '../support/app.js'
import { fixtures, meet } from '../support/vendor/catalogue.js'
import type { VendorFixture } from '../support/vendor/fixture.js'

/** What a vendor says otherwise than usual. */
interface Said {
  readonly claims?: object
  readonly members?: object
  readonly options?: object
}

/** Where somebody ends up whose address is a user's already, at an app that joins people by their addresses. */
async function arriveAt(module: string, { claims = {}, members = {}, options = {} }: Said) {
  const fixture = fixtures.find(({ provider }) => provider === module)
  if (!fixture) throw new Error(`${module} has no fixture.`)
  const { vendor, provider } = await meet({ ...fixture, options: { ...fixture.options, ...options } })
  const usual = fixture.requests[0]?.answer.body
  if (typeof usual === 'object') vendor.lies.bodies = { 0: { ...usual, ...members } }
  vendor.lies.claims = { ...claims }
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: 'before', email: fixture.user.email ?? '', emailVerified: null })
  const joining = Object.assign(provider, { allowDangerousEmailAccountLinking: true })
  const visit = makeApp({ providers: [joining], adapter }).open()
  const { url } = vendor.answer(visit.location(await visit.signIn(provider.id)))
  return { at: leadsTo(await visit.get(url)), session: await visit.session() }
}

describe('An address that nobody proved', () => {
  const kakao = (is: object) => ({ kakao_account: { email: 'sample@sample.com', ...is } })

  test.each<[string, string, Said]>([
    ['mattermost', 'leaves out what is false', { members: { email_verified: undefined } }],
    ['kakao', 'took it from them', { members: kakao({ is_email_valid: false, is_email_verified: true }) }],
    ['kakao', 'does not say whether it is theirs', { members: kakao({ is_email_verified: false }) }],
    ['microsoft-entra-id', 'writes a truth value as a number', { claims: { xms_edov: 0 } }],
    ['microsoft-entra-id', 'writes a truth value as a text', { claims: { xms_edov: '0' } }],
    ['microsoft-entra-id', 'writes a truth value', { claims: { xms_edov: false } }],
    ['twitch', 'was not asked', { claims: { email_verified: undefined } }],
    ['zoom', 'writes a truth value as a number', { members: { verified: 0 } }],
    ['gitlab', 'writes when it was', { members: { confirmed_at: null } }],
  ])('makes nobody the user who has it, at %s, which %s', async (module, _, said) => {
    const { at, session } = await arriveAt(module, said)
    expect(at).toContain('error=OAuthAccountNotLinked')
    expect(session).toBeNull()
  })

  test.each<[string, Said]>([
    ['microsoft-entra-id', { claims: { xms_edov: '1' } }],
    ['microsoft-entra-id', { claims: { xms_edov: true } }],
    ['kakao', { members: kakao({ is_email_valid: true, is_email_verified: true }) }],
  ])('is not one that was proven at %s: %j', async (module, said) => {
    expect(await arriveAt(module, said)).toMatchObject({ at: origin, session: { user: {} } })
  })
})

test('nobody is the system of NetSuite, which a script that is open to everybody names', async () => {
  const { at, session } = await arriveAt('netsuite', { members: { id: -4, name: '-System-', email: '' } })
  expect(at).toContain('error=')
  expect(session).toBeNull()
})

/** What an app knows of somebody whom a vendor shows as its fixture says, changed in one point. */
async function userOf(module: string, change: (fixture: VendorFixture) => VendorFixture, failing?: number) {
  const found = fixtures.find(({ provider }) => provider === module)
  if (!found) throw new Error(`${module} has no fixture.`)
  const { vendor, provider } = await meet(change(found))
  if (failing !== undefined) vendor.lies.failingRequest = failing
  const visit = makeApp({ providers: [provider] }).open()
  await visit.get(vendor.answer(visit.location(await visit.signIn(provider.id))).url)
  return ((await visit.session()) as { user?: User } | null)?.user ?? null
}

test.each([
  [
    'a picture of the size of a page',
    { contentType: 'image/jpeg', body: `base64:${btoa('x'.repeat(60_000))}` },
  ],
  ['a drawing, which may hold a script', { contentType: 'image/svg+xml', body: '<svg/>' }],
])('somebody of Microsoft with %s has none', async (_, answer) => {
  const user = await userOf('microsoft-entra-id', fixture => ({
    ...fixture,
    requests: fixture.requests.map(request => ({ ...request, answer })),
  }))
  expect(user).not.toBeNull()
  expect(user?.image ?? null).toBeNull()
})

test('a GitHub that cannot say which address somebody has lets nobody in', async () => {
  const error = { status: 500, body: {} }
  const broken = (fixture: VendorFixture) => ({
    ...fixture,
    requests: fixture.requests.map(request => ({ ...request, error })),
  })
  expect(await userOf('github', broken, 1)).toBeNull()
})

test('an Instagram that no longer wraps its tokens up signs people in as before', async () => {
  const flat = (fixture: VendorFixture) => {
    const { data } = fixture.token.answer.body as { data: readonly object[] }
    return { ...fixture, token: { ...fixture.token, answer: { body: data[0] } } }
  }
  expect(await userOf('instagram', flat)).not.toBeNull()
})

const needed = fixtures.flatMap(fixture =>
  fixture.requests.flatMap((request, index) =>
    request.optional ? [] : [[fixture.provider, request.url, fixture, index] as const],
  ),
)

test.each(needed)(
  '%s lets nobody in by what stands beside an error of %s',
  async (_module, _url, fixture, index) => {
    const requests = fixture.requests.map(request => ({
      ...request,
      error: { ...request.answer, status: 403 },
    }))
    const { vendor, provider } = await meet({ ...fixture, requests })
    vendor.lies.failingRequest = index
    const visit = makeApp({ providers: [provider] }).open()
    const { method, url, form } = vendor.answer(visit.location(await visit.signIn(provider.id)))
    const answer = await (method === 'POST' ? visit.post(url, form, { from: url.origin }) : visit.get(url))
    expect(leadsTo(answer)).toContain('error=')
    expect(await visit.session()).toBeNull()
  },
)
