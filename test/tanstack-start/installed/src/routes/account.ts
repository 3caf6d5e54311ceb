import { createFileRoute } from '@tanstack/react-router'
import { createMiddleware } from '@tanstack/react-start'
import { requireAuth } from '../auth.server'

const authorize = createMiddleware().server(requireAuth())

export const Route = createFileRoute('/account')({
  server: {
    middleware: [authorize],
    handlers: { GET: ({ context }) => new Response(context.session.user?.email) },
  },
})
