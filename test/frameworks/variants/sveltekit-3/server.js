import { createServer } from 'node:http'

/**
 * The build of adapter-node assumes https. The origin is AUTH_URL, or the `X-Forwarded-*` headers of a proxy, or plain http. If the
 * origin is authUrl at build time, set `paths.origin` in vite.config.ts instead. SvelteKit 3 does not read `ORIGIN`.
 */
process.env.PROTOCOL_HEADER ??= 'x-forwarded-proto'
process.env.HOST_HEADER ??= 'x-forwarded-host'

const { handler } = await import('./build/handler.js')

const port = Number(process.env.PORT ?? 3000)
const authUrl = process.env.AUTH_URL ? new URL(process.env.AUTH_URL) : undefined
const server = createServer((req, res) => {
  if (authUrl) req.headers['x-forwarded-host'] = authUrl.host
  if (authUrl) req.headers['x-forwarded-proto'] = authUrl.protocol.slice(0, -1)
  req.headers['x-forwarded-proto'] ??= 'http'
  handler(req, res)
}).listen(port, 'localhost', () => console.log(`Listening on http://localhost:${port}`))

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)

function stop() {
  server.close()
  server.closeAllConnections()
}
