import { createServerFn } from '@tanstack/react-start'

export const readEmail = createServerFn().handler(
  async ({ context }) => (await context.auth.getSession())?.user?.email ?? 'visitor',
)

export const requireEmail = createServerFn()
  .validator(redirectTo => redirectTo)
  .handler(async ({ context, data }) => {
    const session = await context.auth.requireAuth(data ? { redirectTo: data } : {})
    return session.user?.email
  })

export const signOut = createServerFn({ method: 'POST' }).handler(({ context }) =>
  context.auth.signOut({ redirectTo: '/page' }),
)
