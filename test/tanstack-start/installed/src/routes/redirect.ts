import { createFileRoute, redirect } from '@tanstack/react-router'
import { readEmail } from '../session'

export const Route = createFileRoute('/redirect')({
  server: {
    handlers: {
      GET: async () => {
        await readEmail()
        throw redirect({ href: '/ok', statusCode: 302 })
      },
    },
  },
})
