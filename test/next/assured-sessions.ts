import { expect, test } from 'vitest'
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
