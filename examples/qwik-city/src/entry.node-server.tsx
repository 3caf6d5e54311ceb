import { createServer, type IncomingHttpHeaders } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createQwikCity } from '@builder.io/qwik-city/middleware/node'
import qwikCityPlan from '@qwik-city-plan'
import render from './entry.ssr'

const { router, notFound, staticFile } = createQwikCity({
  render,
  qwikCityPlan,
  getOrigin,
  static: {
    root: fileURLToPath(new URL('../client', import.meta.url)),
    cacheControl: 'public, max-age=31536000, immutable',
  },
})

const server = createServer((req, res) =>
  staticFile(req, res, () => router(req, res, () => notFound(req, res, () => {}))),
)

const port = Number(process.env.PORT ?? 3000)
// Listens on localhost only, because the demo password is public.
server.listen(port, 'localhost', () => console.log(`Listening on http://localhost:${port}`))

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)

function stop() {
  server.close()
  server.closeAllConnections()
}

/**
 * Returns the origin, which Qwik City compares with that of a form. Without a proxy, it is that of the request. If your site has one
 * URL, set ORIGIN instead.
 */
function getOrigin({ headers }: { headers: IncomingHttpHeaders }): string | null {
  const { AUTH_URL, AUTH_TRUST_HOST } = process.env
  if (AUTH_URL) return new URL(AUTH_URL).origin
  const host = headers['x-forwarded-host']
  return AUTH_TRUST_HOST === 'true' && host ? `${headers['x-forwarded-proto']}://${host}` : null
}
