import { describe, expect, test } from 'vitest'
import type { Visitor } from '../support/visitor.js'

/** A site that is being served. */
export interface AssuredSite {
  /** Opens a browser for the actions below `/assured/auth`. */
  open(): Visitor
  /** Returns the value that a page shows. */
  readShown(visit: Visitor, path: string): Promise<unknown>
}

/** Tests `requireAuth`, the functions of plugins, and those that list and end sessions. */
export function testAssuredSessions({ open, readShown }: AssuredSite): void {
  async function openSignedIn(): Promise<Visitor> {
    const visit = open()
    await visit.signInWithCredentials({ name: 'ada' })
    return visit
  }

  const call = async (visit: Visitor, name: string) => (await visit.post(`/assured/calls/${name}`)).json()

  test('a page that requires a level shows itself, or redirects to the sign-in page or the step-up page', async () => {
    const visit = await openSignedIn()
    expect(await readShown(visit, '/assured/page')).toEqual({ name: 'ada', acr: 'aal1' })
    const refused = visit.getLocation(await visit.get('/assured/strict'))
    expect(refused.pathname).toBe('/assured/auth/step-up')
    expect(refused.searchParams.get('acr_values')).toBe('aal2')
    expect(refused.searchParams.get('callbackUrl')).toContain('/assured/strict')
    const visitor = open()
    const signIn = visitor.getLocation(await visitor.get('/assured/page'))
    expect(signIn.pathname).toBe('/assured/auth/signin')
  })

  test('a wrapped route handler runs, or answers with 401 and what is missing', async () => {
    const visit = await openSignedIn()
    expect(await (await visit.post('/assured/wrapped')).json()).toBe('ada')
    const refused = await visit.get('/assured/wrapped', {
      headers: { accept: 'application/json', 'sec-fetch-mode': 'cors' },
    })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain('insufficient_user_authentication')
  })

  describe.each([
    ['the proxy', '/assured/proxied/page', '/assured/proxied/api'],
    ['the pages router', '/assured-pages-router', '/api/assured'],
  ])('`requireAuth` in %s', (place, page, api) => {
    const shown = place === 'the proxy' ? 'shown' : 'ada'
    const writesSession = expect.stringMatching(/^authjs\.session-token=[^;]+;.*HttpOnly/i)

    test('allows a session that is sufficient, and extends it', async () => {
      const visit = await openSignedIn()
      const response = await visit.get(`${page}?acr=aal1`)
      expect(response.headers.getSetCookie()).toContainEqual(writesSession)
      expect(await response.text()).toContain(shown)
      const answer = await visit.post(`${api}?acr=aal1`)
      expect(answer.headers.getSetCookie()).toContainEqual(writesSession)
      expect([answer.status, await answer.json()]).toEqual([200, shown])
      expect(await visit.getSession()).not.toBeNull()
    })

    test('redirects a page to the step-up page, and extends the session', async () => {
      const visit = await openSignedIn()
      const response = await visit.get(`${page}?acr=aal2`)
      expect(response.headers.getSetCookie()).toContainEqual(writesSession)
      expect(response.status).toBe(303)
      const { pathname, searchParams } = visit.getLocation(response)
      expect(pathname).toBe('/assured/auth/step-up')
      expect(Object.fromEntries(searchParams)).toEqual({
        acr_values: 'aal2',
        max_age: '3600',
        callbackUrl: expect.stringMatching(new RegExp(`${page}\\?acr=aal2$`)),
      })
      expect((await visit.follow(response)).status).toBe(200)
      expect(await visit.getSession()).not.toBeNull()
    })

    test('answers an API with 401 and what is missing, and extends the session', async () => {
      const visit = await openSignedIn()
      const headers = { accept: 'application/json', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
      const response = await visit.post(`${api}?acr=aal2`, {}, { headers })
      expect(response.headers.getSetCookie()).toContainEqual(writesSession)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe(
        'Bearer error="insufficient_user_authentication", acr_values="aal2", max_age="3600"',
      )
      expect(response.headers.get('cache-control')).toContain('no-store')
      expect(await response.json()).toMatchObject({ error: 'insufficient_user_authentication' })
      expect(await visit.getSession()).not.toBeNull()
    })

    test('redirects a visitor to the sign-in page, and answers at an API with 401', async () => {
      const visit = open()
      const signIn = visit.getLocation(await visit.get(`${page}?acr=aal1`))
      expect(signIn.pathname).toBe('/assured/auth/signin')
      const headers = { accept: 'application/json', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
      const response = await visit.post(`${api}?acr=aal1`, {}, { headers })
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    })
  })

  test('the functions of plugins are bound to the request, and set cookies', async () => {
    const visit = await openSignedIn()
    expect(await call(visit, 'count')).toMatch(/^Ada at .*\/assured\/auth\/page-visits$/)
    await call(visit, 'remember')
    expect(visit.jar.get('authjs.page-visits.seen')?.value).toBe('yes')
  })

  test('a route handler lists and ends sessions', async () => {
    const [phone, laptop] = [await openSignedIn(), await openSignedIn()]
    const listed = await call(laptop, 'list')
    expect(listed.length).toBeGreaterThanOrEqual(2)
    expect(listed[0]).toMatchObject({ isCurrent: true })
    expect(await call(laptop, 'endOthers')).toBe(true)
    expect([await phone.getSession(), (await laptop.getSession()) !== null]).toEqual([null, true])
    expect(await call(laptop, 'endAll')).toBe(true)
    expect(laptop.jar.get('authjs.session-token')).toBeUndefined()
  })

  test('a server component lists sessions, and cannot end those of its user', async () => {
    const visit = await openSignedIn()
    expect(await readShown(visit, '/assured/ending')).toMatchObject({
      message: expect.stringContaining('this response can set none'),
    })
    expect(await visit.getSession()).not.toBeNull()
  })
}
