import { createFileRoute } from '@tanstack/react-router'
import { readEmail } from '../session'

export const Route = createFileRoute('/error')({
  server: {
    handlers: {
      GET: async () => {
        await readEmail()
        throw new Error('broken')
      },
    },
  },
})
