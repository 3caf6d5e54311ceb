import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { ada, comeBack, credentials, leadsTo, makeApp, origin, tapped } from '../support/app.js'

describe('HEAD', () => {
  test.each(['csrf', 'providers', 'signin', 'signout', 'error', 'verify-request', 'session'])(
    'of %s is like GET without a body, and sets no cookie',
    async action => {
      const visit = makeApp({ providers: [credentials] }).open()
      const answer = await visit.head(`/auth/${action}`)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toBe('')
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(answer.headers.get('cache-control')).toContain('no-store')
    },
  )

  test('of a callback uses nothing up', async () => {
    const { op, open } = makeApp()
    const visit = open()
    const away = await visit.signIn('op')
    const back = op.authorize(visit.location(away))
    const answer = await visit.head(back)
    expect(answer.status).toBe(200)
    expect(op.asked()).not.toContain('token')
    expect(leadsTo(await visit.get(back, { from: op.issuer }))).toBe(origin)
  })

  test('of a session extends nothing, and asks no store', async () => {
    const { adapter, calls } = tapped(MemoryAdapter())
    const { op, open } = makeApp({ adapter, session: { updateAge: 0 } })
    const visit = open()
    await comeBack(visit, op, await visit.signIn('op'))
    calls.length = 0
    await visit.head('/auth/session')
    expect(calls).toEqual([])
  })

  test('signs nobody in or out', async () => {
    const visit = makeApp({ providers: [credentials] }).open()
    await visit.signInWithCredentials(ada)
    await visit.head('/auth/signout')
    expect(await visit.session()).not.toBeNull()
  })
})
