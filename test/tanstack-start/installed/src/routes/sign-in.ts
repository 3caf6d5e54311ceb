import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/sign-in')({
  server: {
    handlers: {
      GET: async ({ context, request }) =>
        context.auth.signIn({
          provider: 'credentials',
          fields: Object.fromEntries(new URL(request.url).searchParams),
        }),
    },
  },
})
