import { describe, expect, test } from 'vitest'
import { ada, getLocation } from '../support/app.js'
import type { Visitor } from '../support/visitor.js'
import { createBoth, type Setup } from './side-by-side.js'

/** Runs the same requests with Auth.js and with Latchkey, each in its own browser. */
async function compareSites<T>(
  talk: (visit: Visitor, site: ReturnType<typeof createBoth>) => Promise<T>,
  setup?: Setup,
) {
  const [one, other] = [createBoth(setup), createBoth(setup)]
  return { theirs: await talk(one.theirs, one), ours: await talk(other.ours, other) }
}

/** Status, location and cookies, with secrets and dates masked. */
function describeResponse(answer: Response) {
  const cookies = answer.headers
    .getSetCookie()
    .map(line => line.replace(/=[^;]*/, '=…').replace(/Expires=[^;]*/, 'Expires=…'))
  return { status: answer.status, location: answer.headers.get('location'), cookies }
}

test('a sign-in with credentials has the same response', async () => {
  const { theirs, ours } = await compareSites(async visit =>
    describeResponse(await visit.signInWithCredentials({ ...ada, callbackUrl: '/in' })),
  )
  // Latchkey also sets the last-provider cookie.
  const [remembered, cookies] = [ours.cookies.at(-1), ours.cookies.slice(0, -1)]
  expect(remembered).toContain('authjs.last-provider=')
  expect({ ...ours, cookies }).toEqual(theirs)
  expect(ours.cookies).toContain(
    '__Secure-authjs.session-token=…; Path=/; Expires=…; HttpOnly; Secure; SameSite=Lax',
  )
})

test('a sign-in with invalid credentials has the same response', async () => {
  const { theirs, ours } = await compareSites(async visit => {
    const answer = await visit.signInWithCredentials({ ...ada, password: 'wrong' })
    return { status: answer.status, location: getLocation(answer) }
  })
  expect(ours).toEqual(theirs)
  expect(ours.location).toBe('https://app.example/auth/signin?error=CredentialsSignin&code=credentials')
})

test('the session is the same, with the same expiry to the minute', async () => {
  const { theirs, ours } = await compareSites(async visit => {
    await visit.signInWithCredentials(ada)
    return (await (await visit.get('/auth/session')).json()) as { user: object; expires: string }
  })
  expect(ours.user).toEqual(theirs.user)
  expect(Math.abs(Date.parse(ours.expires) - Date.parse(theirs.expires))).toBeLessThan(60_000)
})

test('a sign-out has the same response', async () => {
  const { theirs, ours } = await compareSites(async visit => {
    await visit.signInWithCredentials(ada)
    return describeResponse(await visit.signOut({ callbackUrl: '/bye' }))
  })
  expect(ours).toEqual(theirs)
})

describe('a sign-in with a provider', () => {
  test.each(['op', 'plain'])(
    '"%s" receives the same authorization parameters, plus `state` and `nonce`',
    async provider => {
      const { theirs, ours } = await compareSites(async visit => {
        const answer = await visit.signIn(provider, {}, {})
        const url = visit.getLocation(answer)
        const { code_challenge, state, nonce, ...rest } = Object.fromEntries(url.searchParams)
        return { at: url.origin + url.pathname, rest, sent: { code_challenge, state, nonce } }
      })
      expect(ours.at).toBe(theirs.at)
      expect(ours.rest).toEqual(theirs.rest)
      expect(theirs.sent).toEqual({ code_challenge: expect.any(String), state: undefined, nonce: undefined })
      const random = expect.stringMatching(/^[\w-]{43}$/)
      const nonce = provider === 'op' ? random : undefined
      expect(ours.sent).toEqual({ code_challenge: random, state: random, nonce })
    },
  )

  test('passes on the same parameters of the request', async () => {
    const { theirs, ours } = await compareSites(async visit => {
      const csrfToken = await visit.getCsrfToken()
      const answer = await visit.post('/auth/signin/op?login_hint=ada&prompt=login', { csrfToken })
      const { login_hint, prompt } = Object.fromEntries(visit.getLocation(answer).searchParams)
      return { login_hint, prompt }
    })
    expect(ours).toEqual(theirs)
    expect(ours).toEqual({ login_hint: 'ada', prompt: 'login' })
  })

  test('has the same result after the callback', async () => {
    const { theirs, ours } = await compareSites(async (visit, { op }) => {
      const away = await visit.signIn('op', { callbackUrl: '/in' })
      const back = await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
      const session = await visit.getSession()
      return { status: back.status, location: getLocation(back), user: session?.['user'] }
    })
    expect(ours).toEqual(theirs)
  })

  test('has the same result after a denied consent', async () => {
    const { theirs, ours } = await compareSites(
      async (visit, { op }) => {
        const away = await visit.signIn('op')
        const target = op.authorize(visit.getLocation(away), { error: 'access_denied' })
        return getLocation(await visit.get(target, { from: op.issuer }))
      },
      { provider: { checks: ['state', 'pkce'] } },
    )
    expect(ours).toBe(theirs)
  })
})

describe('a client that requests the redirect as JSON', () => {
  const headers = { 'x-auth-return-redirect': '1' }

  test.each([
    ['signin/credentials', {}],
    ['signout', { callbackUrl: '/bye' }],
    ['callback/credentials', ada],
    ['callback/credentials', { ...ada, password: 'wrong' }],
  ])('receives the same response at %s', async (path, fields) => {
    const { theirs, ours } = await compareSites(async visit => {
      const csrfToken = await visit.getCsrfToken()
      const answer = await visit.post(`/auth/${path}`, { csrfToken, ...fields }, { headers })
      return { status: answer.status, body: await answer.json(), type: answer.headers.get('content-type') }
    })
    expect(ours).toEqual(theirs)
  })

  test('receives the same response without a CSRF token', async () => {
    const { theirs, ours } = await compareSites(async visit => {
      const answer = await visit.post('/auth/signin/op', {}, { headers })
      return { status: answer.status, body: await answer.json() }
    })
    expect(ours).toEqual(theirs)
  })
})

describe('redirects to custom pages are the same', () => {
  const pages = { signIn: '/in', signOut: '/out?a=b', error: '/oops', verifyRequest: '/mail' }

  test.each([
    'signin',
    'signin?callbackUrl=/a&error=CredentialsSignin',
    'signout',
    'error?error=AccessDenied',
    'verify-request?provider=mail&type=email',
  ])('from %s', async path => {
    const { theirs, ours } = await compareSites(
      async visit => describeResponse(await visit.get(`/auth/${path}`)),
      { pages },
    )
    expect(ours).toEqual(theirs)
  })
})
