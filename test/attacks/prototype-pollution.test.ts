import { afterEach, describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const names = Object.getOwnPropertyNames(Object.prototype)

afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(names)
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
})

/** Reads `isAdmin` directly, after spreading and after assigning. */
const isPolluted = (value: object) => ({
  direct: Reflect.get(value, 'isAdmin'),
  spread: Reflect.get({ ...value }, 'isAdmin'),
  assigned: Reflect.get(Object.assign({}, value), 'isAdmin'),
})
const clean = { direct: undefined, spread: undefined, assigned: undefined }

const evil = '{"isAdmin":true,"id":"admin"}'
const bodies: [string, string, boolean][] = [
  ['JSON with __proto__', `{"__proto__":${evil},"email":"a","password":"correct horse"}`, true],
  ['JSON with constructor', `{"constructor":{"prototype":${evil}},"password":"correct horse"}`, true],
  ['JSON with a nested __proto__', `{"data":{"__proto__":${evil}},"password":"correct horse"}`, true],
  ['a form with __proto__', '__proto__=x&__proto__[isAdmin]=true&password=correct+horse', false],
  ['a form with a path', 'a[b][__proto__][isAdmin]=true&constructor.prototype.isAdmin=true', false],
]

describe.each(bodies)('%s', (_, body, json) => {
  const type = { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded' }
  const withToken = (csrfToken: string) =>
    json ? body.replace(/}$/, `,"csrfToken":"${csrfToken}"}`) : `${body}&csrfToken=${csrfToken}`

  test('passes only own fields to `authorize`', async () => {
    const seen: object[] = []
    const authorize = async (typed: object) => {
      seen.push(isPolluted(typed))
      return null
    }
    const visit = createTestApp({ providers: [{ ...credentials, authorize }] }).open()
    await visit.post('/auth/callback/credentials', withToken(await visit.getCsrfToken()), { headers: type })
    expect(seen).toEqual([clean])
  })

  test('does not change the session', async () => {
    const seen: object[] = []
    const jwt = ({ token, session }: { token: object; session?: unknown }) => {
      if (session) seen.push(isPolluted(session as object))
      return { ...token, ...(session as object) }
    }
    const visit = createTestApp({ providers: [credentials], callbacks: { jwt } }).open()
    await visit.signInWithCredentials(ada)
    await visit.post('/auth/session', withToken(await visit.getCsrfToken()), { headers: type })
    expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
    for (const one of seen) expect(one).toEqual(clean)
  })

  test('is handled by all actions', async () => {
    for (const path of ['signin/op', 'signout', 'callback/op', 'csrf']) {
      const visit = createTestApp().open()
      const answer = await visit.post(`/auth/${path}`, withToken(await visit.getCsrfToken()), {
        headers: type,
      })
      expect(answer.status).toBeLessThan(500)
    }
  })
})

describe('names of object properties', () => {
  const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype']

  test.each(odd)('"%s" is not an action, provider, error or cookie', async name => {
    const visit = createTestApp().open()
    expect((await visit.get(`/auth/${name}`)).status).toBe(400)
    expect((await visit.get(`/auth/callback/${name}?code=x&state=${name}`)).status).toBe(302)
    expect((await visit.post(`/auth/signin/${name}`)).status).toBe(302)
    expect((await visit.get(`/auth/signin?error=${name}&${name}=x`)).status).toBe(200)
    expect((await visit.get(`/auth/error?error=${name}`)).status).toBe(200)
    visit.jar.set(origin, `${name}=x; Secure; Path=/`)
    expect(await visit.getSession()).toBeNull()
  })

  test('in claims do not change the prototype of the profile', async () => {
    for (const kind of ['claims', 'userinfo'] as const) {
      const op = createMaliciousProvider()
      const hostile = JSON.parse(`{"__proto__":${evil}}`)
      if (kind === 'claims') op.lies.claims = hostile
      else
        op.lies.userinfo = answer =>
          new Response(JSON.stringify(answer).replace('{', `{"__proto__":${evil},`), {
            headers: { 'content-type': 'application/json' },
          })
      const seen: object[] = []
      const profile = (given: object) => {
        seen.push(isPolluted(given))
        return { id: 'grace', name: 'Grace' }
      }
      const { open } = createTestApp({
        op,
        providers: [op.provider({ idToken: kind === 'claims', profile })],
      })
      await runRoundTrip(open(), op)
      expect(seen).toEqual([clean])
    }
  })
})
