import { serve } from '@hono/node-server'
import { app } from './app.js'

const port = Number(process.env.PORT ?? 3000)
// Listens on localhost only, because the demo password is public.
const server = serve({ fetch: app.fetch, hostname: 'localhost', port }, () =>
  console.log(`Listening on http://localhost:${port}`),
)

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)

function stop() {
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
}
