import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/sign-out')({
  server: {
    handlers: {
      GET: async ({ context }) => context.auth.signOut(),
    },
  },
})
