import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { ada, origin, runRoundTrip, sessionCookie } from '../support/app.js'
import { type Conversation, captureLogs, tryRoundTrip } from '../support/capture-logs.js'
import { badIdTokens, failures, grace } from '../support/malicious-provider.js'

const providers = ['op', 'plain', 'userinfo', 'wrong-secret']
const runEveryFlow: Conversation = async (visit, op) => {
  for (const provider of providers) await tryRoundTrip(visit, op, { provider })
}

describe.each(['logger', 'console'] as const)('no secret or personal data is written to the %s', writer => {
  test.each(['jwt', 'database'] as const)('while all sign-ins succeed, with %s sessions', async strategy => {
    const talk: Conversation = async (visit, op) => {
      for (const provider of ['op', 'plain', 'userinfo']) {
        await runRoundTrip(visit, op, {
          provider,
          as: { ...grace, sub: provider, email: `${provider}@example.com` },
        })
        await visit.getSession()
        await visit.post(
          '/auth/session',
          { csrfToken: await visit.getCsrfToken(), data: ada },
          { json: true },
        )
        await visit.signOut()
      }
      if (strategy === 'jwt') await visit.signInWithCredentials(ada)
    }
    const { written, leaks } = await captureLogs(writer, talk, {
      adapter: MemoryAdapter(),
      session: { strategy, updateAge: 0 },
    })
    expect(leaks).toEqual([])
    expect(written).toContain('adapter_')
    expect(written).not.toMatch(/error/i)
  })

  const endpoints = ['token', 'userinfo', 'jwks', 'discovery'] as const
  const ways = Object.keys(failures).filter(name => name !== 'slow') as (keyof typeof failures)[]
  test.each(endpoints)('when the %s endpoint fails', async endpoint => {
    for (const way of ways) {
      const { written, leaks } = await captureLogs(writer, runEveryFlow, { lies: { [endpoint]: way } })
      expect(leaks, way).toEqual([])
      expect(written, way).toMatch(/error|toolarge/i)
    }
  })

  test.each(Object.keys(badIdTokens))('when an ID token has %s', async name => {
    const { written, leaks } = await captureLogs(writer, runRoundTrip, { lies: badIdTokens[name] ?? {} })
    expect(leaks).toEqual([])
    expect(written).toContain('CallbackRouteError')
  })

  const broken = ['{"access_token":hunter2}', '{"access_token":"a"} hunter2', 'hunter2', '{"a":1,hunter2']
  test.each(broken)('when a token response is malformed: %s', async text => {
    for (const type of ['application/json', 'text/html']) {
      const token = () => new Response(text, { headers: { 'content-type': type } })
      const { written, leaks } = await captureLogs(writer, runEveryFlow, { lies: { token } })
      expect(leaks).toEqual([])
      expect(written).toContain('CallbackRouteError')
    }
  })

  test.each(['discovery', 'jwks', 'userinfo'] as const)(
    'when the %s response is not JSON and contains a token',
    async endpoint => {
      const answer = () => new Response('hunter2', { headers: { 'content-type': 'application/json' } })
      expect((await captureLogs(writer, runEveryFlow, { lies: { [endpoint]: answer } })).leaks).toEqual([])
    },
  )

  test('when an error description of the provider contains personal data', async () => {
    const said = `The token ${'Abc123'.repeat(8)} of ${ada.email} is not ours`
    const talk: Conversation = async (visit, op) => {
      await runRoundTrip(visit, op, { error: 'access_denied' })
      await runRoundTrip(visit, op, { provider: 'plain' })
    }
    const { written, leaks } = await captureLogs(writer, talk, {
      lies: {
        authorization: answer => answer.set('error_description', said),
        token: () => Response.json({ error: 'invalid_grant', error_description: said }, { status: 400 }),
      },
    })
    expect(leaks).toEqual([])
    expect(written).toContain('access_denied')
    expect(written).not.toContain('Abc123Abc123')
  })

  test('when a sign-in is rejected', async () => {
    const talk: Conversation = async visit => {
      await visit.signInWithCredentials({ ...ada, password: 'hunter2' })
      await visit.post('/auth/callback/credentials', ada)
      await visit.signIn('nobody', ada)
    }
    const { written, leaks } = await captureLogs(writer, talk)
    expect(leaks).toEqual([])
    for (const type of ['CredentialsSignin', 'MissingCSRF', 'InvalidProvider'])
      expect(written).toContain(type)
  })

  const bodies = [
    '{"password":hunter2}',
    '{"password":"hunter2" x',
    'password=hunter2',
    '["hunter2"]',
    '"hunter2"',
  ]
  test.each(bodies)('when a body does not match its content type: %s', async body => {
    const headers = { 'content-type': 'application/json' }
    const talk: Conversation = visit => visit.post('/auth/callback/credentials', body, { headers })
    const { written, leaks } = await captureLogs(writer, talk)
    expect(leaks).toEqual([])
    expect(written).toContain('UnknownAction')
  })

  test('when a callback is sent to the wrong URL or twice', async () => {
    const talk: Conversation = async (visit, op) => {
      const back = op.authorize(visit.getLocation(await visit.signIn('op')))
      for (const path of ['callback/plain', 'callback/op', 'callback/op/more', 'callback', 'signin/op']) {
        const astray = new URL(back)
        astray.pathname = `/auth/${path}`
        await visit.get(astray)
      }
    }
    const { written, leaks } = await captureLogs(writer, talk)
    expect(leaks).toEqual([])
    expect(written).toContain('InvalidCheck')
  })

  test('when a session cookie was modified', async () => {
    const talk: Conversation = async (visit, op) => {
      await runRoundTrip(visit, op)
      const value = visit.jar.get(sessionCookie)?.value ?? ''
      visit.jar.set(origin, `${sessionCookie}=${value.slice(0, -4)}AAAA; Secure; Path=/`)
      await visit.get('/auth/session', { headers: { cookie: `${sessionCookie}=${value}AAAA` } })
      await visit.getSession()
    }
    const { written, leaks } = await captureLogs(writer, talk)
    expect(leaks).toEqual([])
    expect(written).toMatch(/rejected|JWTSessionError/)
  })
})
