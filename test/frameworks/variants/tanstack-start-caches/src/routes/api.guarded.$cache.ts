import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/api/guarded/$cache')({
  server: {
    handlers: {
      GET: async ({ context }) => {
        const { user } = await context.auth.requireAuth({ respondAs: 'api' })
        return Response.json({ user: user?.email })
      },
    },
  },
})
