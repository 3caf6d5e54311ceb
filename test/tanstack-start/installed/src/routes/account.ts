import { createFileRoute } from '@tanstack/react-router'
import { createMiddleware } from '@tanstack/react-start'

const authorize = createMiddleware().server(async ({ context, next }) =>
  next({ context: { session: await context.auth.requireAuth() } }),
)

export const Route = createFileRoute('/account')({
  server: {
    middleware: [authorize],
    handlers: { GET: ({ context }) => new Response(context.session.user?.email) },
  },
})
