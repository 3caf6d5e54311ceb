import { createFileRoute } from '@tanstack/react-router'
import { readEmail } from '../session'

export const Route = createFileRoute('/unauthorized')({
  server: {
    handlers: {
      GET: async () => {
        await readEmail()
        return new Response('No.', { status: 401 })
      },
    },
  },
})
