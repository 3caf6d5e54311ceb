import { createMiddleware, createServerFn } from '@tanstack/react-start'
import { toPublicSession } from 'latchkey/server'
import { authMiddleware } from './start'
import { isGuarded } from './test-settings.server'

const requireProtected = createMiddleware({ type: 'function' })
  .middleware([authMiddleware])
  .validator((redirectTo: string) => redirectTo)
  .server(async ({ context, data, next }) => {
    if (isGuarded('middleware')) await context.auth.requireAuth({ redirectTo: data })
    return next()
  })

/** Reads the session for the pages. */
export const loadSession = createServerFn().handler(async ({ context }) => {
  const session = toPublicSession(await context.auth.getSession())
  if (!session) return null
  const { name, email, image } = session.user ?? {}
  return { user: { name, email, image }, expires: session.expires }
})

/** Guarded by middleware and again here. */
export const loadProtected = createServerFn()
  .middleware([requireProtected])
  .handler(async ({ context: { auth }, data }) => {
    const session = isGuarded('page') ? await auth.requireAuth({ redirectTo: data }) : await auth.getSession()
    return session?.user?.email
  })

/** Guarded only here, not by middleware. */
export const loadAccount = createServerFn().handler(async ({ context }) => {
  const { user, expires } = await context.auth.requireAuth({ redirectTo: '/account' })
  return { email: user?.email, expires: String(expires) }
})

export const signOut = createServerFn({ method: 'POST' }).handler(({ context }) =>
  context.auth.signOut({ redirectTo: '/' }),
)
