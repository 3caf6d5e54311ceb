import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'

const strategies = ['jwt', 'database'] as const
const kinds = ['oidc', 'form_post', 'email'] as const
const cases = strategies.flatMap(strategy => kinds.map(kind => [strategy, kind] as const))
const finished = '__Secure-authjs.callback-url-finished'

/** Creates an app, and starts a sign-in. Returns a function that sends its callback. */
async function startSignIn(
  strategy: 'jwt' | 'database',
  kind: (typeof kinds)[number],
  callbackUrl = '/deep?x=1',
) {
  const op = createMaliciousProvider()
  const links: string[] = []
  const app = createTestApp({
    op,
    adapter: MemoryAdapter(),
    session: { strategy },
    providers: [
      op.provider(kind === 'form_post' ? { authorization: { params: { response_mode: 'form_post' } } } : {}),
      {
        id: 'mail',
        name: 'Mail',
        type: 'email',
        from: 'a@b.example',
        sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
      },
    ],
  })
  const visit = app.open()
  const send = await openCallback(visit)
  return { ...app, visit, send, openCallback }

  async function openCallback(from: Visitor) {
    if (kind === 'email') {
      await from.signIn('mail', { email: 'ada@example.com', callbackUrl })
      return (to: Visitor, headers = {}) => to.get(links.at(-1) ?? '', { headers })
    }
    const back = op.authorize(from.getLocation(await from.signIn('op', { callbackUrl })))
    return (to: Visitor, headers = {}) =>
      kind === 'form_post'
        ? to.post(back.origin + back.pathname, back.searchParams, { from: op.issuer, headers })
        : to.get(back, { from: op.issuer, headers })
  }
}

describe.each(cases)('a finished callback, with %s sessions and %s', (strategy, kind) => {
  test('redirects to where the sign-in went, as often as it is opened', async () => {
    const { visit, send, op, log } = await startSignIn(strategy, kind)
    expect(getLocation(await send(visit))).toBe(`${origin}/deep?x=1`)
    const requests = op.requests.length
    for (const _ of [1, 2]) expect(getLocation(await send(visit))).toBe(`${origin}/deep?x=1`)
    expect(op.requests.length).toBe(requests)
    expect(log.types()).toEqual([])
    expect(await visit.getSession()).not.toBeNull()
  })

  test('signs in no other browser, and not this one after a sign-out', async () => {
    const { visit, send, open } = await startSignIn(strategy, kind)
    await send(visit)
    const other = open()
    await send(other)
    expect(await other.getSession()).toBeNull()
    await visit.signOut()
    const response = await send(visit)
    expect(await visit.getSession()).toBeNull()
    if (kind !== 'form_post') expect(getLocation(response)).toContain('error=')
  })

  test('is consumed by no prefetch', async () => {
    const { visit, send } = await startSignIn(strategy, kind)
    if (kind !== 'form_post') {
      for (const headers of [
        { 'sec-purpose': 'prefetch' },
        { 'sec-purpose': 'prefetch;prerender' },
        { purpose: 'prefetch' },
      ]) {
        const response = await send(visit, headers)
        expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
      }
    }
    expect(getLocation(await send(visit))).toBe(`${origin}/deep?x=1`)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('of an earlier flow leads to its own page, with a bounded cookie', async () => {
    const long = `/long?x=${'y'.repeat(1_800)}`
    const { visit, send, openCallback } = await startSignIn(strategy, kind, long)
    await send(visit)
    for (let count = 0; count < 6; count++) await (await openCallback(visit))(visit)
    expect(visit.jar.get(finished)?.value.length).toBeLessThan(1_500)
    const last = await openCallback(visit)
    await last(visit)
    // The URL is too long for the cookie.
    expect(getLocation(await last(visit))).toBe(origin)
  })

  test('cannot be planted: a cookie that Latchkey did not seal is ignored', async () => {
    const { visit, send } = await startSignIn(strategy, kind)
    await send(visit)
    visit.jar.clear(finished)
    visit.jar.set(origin, `${finished}=https://evil.example; Path=/auth/callback; Secure; SameSite=None`)
    expect(getLocation(await send(visit))).toContain('error=')
  })
})
