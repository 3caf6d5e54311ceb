import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AccessDenied, AuthError, CredentialsSignin } from 'latchkey/errors'
import { type AuthConfig, originUnchecked } from 'latchkey/server'
import { createHonoAuth } from './hono-auth.js'

export function createApp(config: AuthConfig) {
  const { auth, requireAuth, requireSession, instance } = createHonoAuth(config)
  const app = new Hono().use(auth)

  app.get('/', async c => {
    const session = await c.get('auth').getSession()
    return c.text(`Hello ${session?.user?.name ?? 'visitor'}`)
  })
  app.get('/account', requireSession, async c => {
    const session = await c.get('auth').getSession()
    return c.json(session?.user)
  })
  app.post('/sign-in/:provider', async c => {
    const fields = await c.req.parseBody()
    return c.get('auth').signIn({ provider: c.req.param('provider'), fields, redirectTo: '/account' })
  })
  app.post('/sign-out-others', requireAuth({ maxAge: 600 }), async c => {
    const options = { originCheck: originUnchecked } as const
    const { isEnded } = await c.get('auth').call(head => instance.sessions.endOthers(head, options))
    return c.json({ isEnded })
  })
  app.post('/sign-out', c => c.get('auth').signOut({ redirectTo: '/' }))

  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (error instanceof CredentialsSignin)
      return c.redirect(`/auth/signin?error=${error.type}&code=${error.code}`, 303)
    if (error instanceof AuthError && error.kind === 'signIn')
      return c.redirect(`/auth/signin?error=${error.type}`, 303)
    if (error instanceof AccessDenied) return c.redirect(`/auth/error?error=${error.type}`, 303)
    return c.text('Something went wrong.', 500)
  })
  return app
}
