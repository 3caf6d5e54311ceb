import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { HonoAuth } from 'latchkey/hono'
import type { Session } from 'latchkey/types'
import { ada, credentials, origin, secret } from '../../support/app.js'
import { createVisitor, type Visitor } from '../../support/visitor.js'
import { assertMatches, assertSame, type Checks } from './harness.js'

/** An app whose variables are bindings, and whose middleware reads the body before Latchkey. */
async function openSignedIn(): Promise<Visitor> {
  const { auth, requireAuth } = HonoAuth({ providers: [credentials], session: { updateAge: 0 } })
  const toText = (session: Session | null) => session?.user?.email ?? 'visitor'
  const app = new Hono()
    .use(async (c, next) => {
      await c.req.parseBody()
      await next()
    })
    .use(auth)
    .get('/own-response', async c => new Response(toText(await c.get('auth').getSession())))
    .get('/redirect', async c => {
      await c.get('auth').getSession()
      return Response.redirect(`${origin}/`)
    })
    .get('/error', async c => {
      await c.get('auth').getSession()
      throw new Error('broken')
    })
    .get('/stream', async c => {
      const session = await c.get('auth').getSession()
      return stream(c, async body => void (await body.write(toText(session))))
    })
    .get('/account', requireAuth(), c => c.text(toText(c.get('session'))))
    .onError((error, c) =>
      'getResponse' in error ? error.getResponse() : c.text('Something went wrong.', 500),
    )
  const bindings = { AUTH_SECRET: secret, AUTH_URL: origin, DB: {} }
  const visit = createVisitor(request => app.fetch(request, bindings), origin)
  await visit.signInWithCredentials(ada)
  return visit
}

export const hono: Checks = {
  'signs in with bindings and a body that was read': async () => {
    const visit = await openSignedIn()
    assertSame(await (await visit.get('/account')).text(), ada.email)
    await visit.signOut()
    assertSame((await visit.get('/account', { headers: { accept: '*/*' } })).status, 401)
  },

  'sets the cookie of the session on every response': async () => {
    const visit = await openSignedIn()
    for (const path of ['/own-response', '/redirect', '/error', '/stream', '/account']) {
      const response = await visit.get(path)
      await response.text()
      assertMatches(response.headers.getSetCookie(), [/^__Secure-authjs\.session-token=/])
    }
  },
}
