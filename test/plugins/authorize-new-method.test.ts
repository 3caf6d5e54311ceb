import { MemoryAdapter } from 'latchkey/adapters/memory'
import { AccessDenied } from 'latchkey/errors'
import type { NewMethod, Plugin } from 'latchkey/plugins'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import { completeRoundTrip, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

type AuthorizeNewMethod = NonNullable<Plugin['authorizeNewMethod']>

/** Opens a browser whose user signed in with one provider, in an app with another provider and passkeys. */
async function openSignedIn(
  plugins: readonly AuthorizeNewMethod[],
  { canListAccounts = true }: { canListAccounts?: boolean } = {},
) {
  const store = MemoryAdapter()
  const { listAccountsByUserId: _, ...withoutList } = store
  const other = createMaliciousProvider()
  const app = createTestApp({
    adapter: canListAccounts ? store : withoutList,
    session: { strategy: 'jwt' },
    plugins: plugins.map((authorizeNewMethod, index) => ({ id: `plugin-${index}`, authorizeNewMethod })),
  })
  app.config.providers = [app.op.provider(), other.provider({ id: 'other' }), Passkey()]
  const visit = app.open()
  await runRoundTrip(visit, app.op, { as: { sub: 'ada', email: 'ada@example.com' } })
  const findOwner = () => store.getUserByAccount({ provider: 'other', providerAccountId: 'ada-at-other' })
  const link = (away: Response) => completeRoundTrip(visit, other, away, { as: { sub: 'ada-at-other' } })
  return { app, visit, findOwner, link }
}

describe('authorizeNewMethod of a plugin', () => {
  test.each([undefined, null])('that returns %s allows to add an account', async result => {
    const asked: NewMethod[] = []
    const { visit, findOwner, link } = await openSignedIn([
      (_ctx, user, method) => {
        expect(user.email).toBe('ada@example.com')
        asked.push(method)
        return result
      },
    ])
    await link(await visit.signIn('other'))
    expect(await findOwner()).not.toBeNull()
    const method = { provider: 'other', type: 'oidc' }
    expect(asked).toEqual([method, method])
  })

  test('that throws an AuthError refuses an account and a passkey', async () => {
    const { visit, findOwner } = await openSignedIn([
      () => {
        throw new AccessDenied('No more accounts.')
      },
    ])
    expect(getLocation(await visit.signIn('other'))).toBe(`${origin}/auth/error?error=AccessDenied`)
    const options = await visit.get('/auth/webauthn-options/passkey?action=register')
    expect([options.status, await options.json()]).toEqual([
      403,
      { error: 'AccessDenied', message: 'No more accounts.' },
    ])
    expect(await findOwner()).toBeNull()
    expect(await visit.getSession()).not.toBeNull()
  })

  test('of each plugin must be met', async () => {
    const { visit, findOwner } = await openSignedIn([() => null, () => ({ acr: 'aal2' })])
    expect(getLocation(await visit.signIn('other'))).toContain('/auth/step-up?acr_values=aal2')
    expect(await findOwner()).toBeNull()
  })

  test('that returns an invalid requirement is an error of the configuration', async () => {
    const { app, visit } = await openSignedIn([() => ({ maxAge: Number.NaN })])
    expect(getLocation(await visit.signIn('other'))).toBe(`${origin}/auth/error?error=Configuration`)
    expect(app.log.errors.map(String).join()).toContain('authorizeNewMethod')
  })

  test('decides at the callback, if the adapter cannot list accounts', async () => {
    const { visit, findOwner, link } = await openSignedIn([() => ({ acr: 'aal2' })], {
      canListAccounts: false,
    })
    const away = await visit.signIn('other', { callbackUrl: '/first' })
    // Another tab changes the cookie of the callback URL meanwhile.
    await visit.signIn('op', { callbackUrl: '/second' })
    const stepUp = visit.getLocation(await link(away))
    expect(stepUp.pathname).toBe('/auth/step-up')
    expect(stepUp.searchParams.get('callbackUrl')).toBe(`${origin}/first`)
    expect(await findOwner()).toBeNull()
  })

  test('is not called for a visitor', async () => {
    const { app, findOwner } = await openSignedIn([
      () => {
        throw new AccessDenied('Not for visitors.')
      },
    ])
    const visit = app.open()
    const away = await visit.signIn('other')
    expect(visit.getLocation(away).origin).not.toBe(origin)
    expect(await findOwner()).toBeNull()
  })
})
