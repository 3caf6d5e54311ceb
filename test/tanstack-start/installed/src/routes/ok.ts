import { createFileRoute } from '@tanstack/react-router'
import { readEmail } from '../session'

export const Route = createFileRoute('/ok')({
  server: {
    handlers: { GET: async () => new Response(await readEmail()), POST: () => new Response('saved') },
  },
})
