import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/api/uses/$cache')({
  server: {
    handlers: {
      GET: async ({ context }) => {
        const session = await context.auth.getSession()
        return Response.json({ user: session?.user?.email ?? 'visitor' })
      },
    },
  },
})
