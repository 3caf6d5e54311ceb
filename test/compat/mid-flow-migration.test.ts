import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { getLocation } from '../support/app.js'
import { grace } from '../support/malicious-provider.js'
import { type Both, createBoth, type Setup } from './side-by-side.js'

type Checks = ('state' | 'pkce' | 'nonce')[]

/** Starts a sign-in with Auth.js and completes it with Latchkey. */
async function migrateMidFlow(provider: string, setup: Setup = {}, choice: { error?: string } = {}) {
  const site = createBoth(setup)
  const away = await site.theirs.signIn(provider, { callbackUrl: '/welcome' })
  const kinds = site.jar.cookies().map(({ name }) => name.replace('__Secure-authjs.', ''))
  const back = await completeFlow(site, away, choice)
  return { ...site, kinds, back }
}

function completeFlow({ op, ours, theirs }: Both, away: Response, choice: { error?: string } = {}) {
  return ours.get(op.authorize(theirs.getLocation(away), choice), { from: op.issuer })
}

const openid: readonly (readonly [Checks | undefined, string[]])[] = [
  [undefined, ['pkce.code_verifier']],
  [['pkce'], ['pkce.code_verifier']],
  [
    ['state', 'pkce'],
    ['state', 'pkce.code_verifier'],
  ],
  [['nonce'], ['nonce']],
  [
    ['nonce', 'pkce'],
    ['pkce.code_verifier', 'nonce'],
  ],
  [
    ['nonce', 'state', 'pkce'],
    ['state', 'pkce.code_verifier', 'nonce'],
  ],
]

const plain: readonly (readonly [Checks | undefined, string[]])[] = [
  [undefined, ['pkce.code_verifier']],
  [['state'], ['state']],
  [
    ['state', 'pkce'],
    ['state', 'pkce.code_verifier'],
  ],
]

const kindsOfFlow = [
  ...openid.map(([checks, cookies]) => ['op', checks, cookies] as const),
  ...plain.map(([checks, cookies]) => ['plain', checks, cookies] as const),
]

describe('a sign-in that was started with @auth/core is completed', () => {
  test.each(kindsOfFlow)('at "%s" with `checks: %j`', async (provider, checks, cookies) => {
    const { back, kinds, ours, jar, errors } = await migrateMidFlow(provider, {
      provider: checks ? { checks } : {},
    })
    expect(kinds).toEqual(expect.arrayContaining(cookies))
    expect(errors).toEqual([])
    expect(getLocation(back)).toBe(`${ours.origin}/welcome`)
    expect(await ours.getSession()).toMatchObject({ user: { name: grace['name'], email: grace['email'] } })
    for (const kind of ['state', 'pkce.code_verifier', 'nonce']) {
      expect(jar.get(`__Secure-authjs.${kind}`), kind).toBeUndefined()
    }
  })

  test.each([
    ['with an adapter', { adapter: MemoryAdapter() }],
    ['with `jwt.secret`', { jwt: { secret: 'a secret for tokens alone, and a long one' } }],
    [
      'with several secrets',
      { secret: ['the newest secret of all, a long one', 'one before, a long one too'] },
    ],
    ['with custom cookie names', { cookies: { state: { name: 's' }, pkceCodeVerifier: { name: 'p' } } }],
    ['over plain http', { origin: 'http://localhost:3000' }],
  ] satisfies [string, Setup][])('%s', async (_, setup) => {
    const { back, ours, errors } = await migrateMidFlow('op', {
      provider: { checks: ['state', 'pkce'] },
      ...setup,
    })
    expect(errors).toEqual([])
    expect(getLocation(back)).toBe(`${ours.origin}/welcome`)
    expect(await ours.getSession()).toMatchObject({ user: { email: grace['email'] } })
  })

  test('with a new secret in front of the previous one', async () => {
    const older = 'the one before, a long one too'
    const before = createBoth({ secret: older })
    const away = await before.theirs.signIn('op', { callbackUrl: '/welcome' })
    const after = createBoth({ op: before.op, secret: ['the newest secret of all, a long one', older] })
    for (const { name, value } of before.jar.cookies()) {
      after.jar.set(after.ours.origin, `${name}=${value}; Path=/; Secure`)
    }
    expect(getLocation(await completeFlow({ ...after, theirs: before.theirs }, away))).toBe(
      `${after.ours.origin}/welcome`,
    )
  })

  test('with a denied consent, which redirects as in Auth.js', async () => {
    const { back, ours } = await migrateMidFlow(
      'op',
      { provider: { checks: ['state', 'pkce'] } },
      { error: 'access_denied' },
    )
    expect(getLocation(back)).toBe(`${ours.origin}/auth/signin?error=OAuthCallbackError`)
  })
})

describe('the checks of a sign-in that was started with @auth/core are verified', () => {
  const kinds: { checks: Checks }[] = [
    { checks: ['pkce'] },
    { checks: ['state'] },
    { checks: ['state', 'pkce'] },
    { checks: ['nonce'] },
  ]

  test.each(kinds)('a callback in another browser is rejected ($checks)', async provider => {
    const site = createBoth({ provider })
    const away = await site.theirs.signIn('op')
    site.jar.clear()
    const back = await completeFlow(site, away)
    expect(getLocation(back)).toBe(`${site.ours.origin}/auth/signin?error=OAuthCallbackError`)
    expect(site.errors).toMatchObject([{ type: 'InvalidCheck' }])
    expect(await site.ours.getSession()).toBeNull()
  })

  test('a callback can be used once', async () => {
    const site = createBoth({ provider: { checks: ['state', 'pkce'] } })
    const away = await site.theirs.signIn('op')
    const target = site.op.authorize(site.theirs.getLocation(away))
    await site.ours.get(target, { from: site.op.issuer })
    site.ours.jar.clear('__Secure-authjs.callback-url-finished')
    const again = await site.ours.get(target, { from: site.op.issuer })
    expect(getLocation(again)).toBe(`${site.ours.origin}/auth/signin?error=OAuthCallbackError`)
  })

  test('the check cookies of another provider are rejected', async () => {
    const site = createBoth()
    const away = await site.theirs.signIn('plain')
    const target = site.op.authorize(site.theirs.getLocation(away))
    const swapped = new URL(target.href.replace('/callback/plain', '/callback/op'))
    const back = await site.ours.get(swapped, { from: site.op.issuer })
    expect(getLocation(back)).toBe(`${site.ours.origin}/auth/signin?error=OAuthCallbackError`)
    expect(site.errors).toMatchObject([{ type: 'InvalidCheck' }])
  })

  test('a different `state` is rejected, and so is a `state` that was not sent', async () => {
    for (const checks of [['state'], ['pkce']] as const) {
      const site = createBoth({ provider: { checks: [...checks] } })
      const away = await site.theirs.signIn('op')
      const target = site.op.authorize(site.theirs.getLocation(away))
      target.searchParams.set('state', 'another')
      const back = await site.ours.get(target, { from: site.op.issuer })
      expect(getLocation(back), checks.join()).toBe(
        `${site.ours.origin}/auth/signin?error=OAuthCallbackError`,
      )
    }
  })

  test('a different `nonce` is rejected', async () => {
    const site = createBoth({ provider: { checks: ['nonce'] } })
    site.op.lies.claims = { nonce: 'another' }
    const back = await completeFlow(site, await site.theirs.signIn('op'))
    expect(getLocation(back)).toBe(`${site.ours.origin}/auth/error?error=Configuration`)
    expect(site.errors).toMatchObject([{ type: 'CallbackRouteError' }])
  })
})
