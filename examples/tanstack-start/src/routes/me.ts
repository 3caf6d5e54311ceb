import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/me')({
  server: {
    handlers: {
      GET: async ({ context }) => {
        const session = await context.auth.getSession()
        return Response.json({ email: session?.user?.email ?? null })
      },
    },
  },
})
