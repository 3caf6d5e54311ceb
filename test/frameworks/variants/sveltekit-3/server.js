import { createServer } from 'node:http'

/**
 * The build of adapter-node thinks that it is on https. What AUTH_URL says is right; without it the proxy in front says it,
 * and where there is none it is plain http. Where the address is known at the build, `paths.origin` in vite.config.ts says it;
 * `ORIGIN` is not read any more.
 */
process.env.PROTOCOL_HEADER ??= 'x-forwarded-proto'
process.env.HOST_HEADER ??= 'x-forwarded-host'

const { handler } = await import('./build/handler.js')

const port = Number(process.env.PORT ?? 3000)
const known = process.env.AUTH_URL ? new URL(process.env.AUTH_URL) : undefined
const server = createServer((req, res) => {
  if (known) req.headers['x-forwarded-host'] = known.host
  if (known) req.headers['x-forwarded-proto'] = known.protocol.slice(0, -1)
  req.headers['x-forwarded-proto'] ??= 'http'
  handler(req, res)
}).listen(port, 'localhost', () => console.log(`Listening on http://localhost:${port}`))

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)

function stop() {
  server.close()
  server.closeAllConnections()
}
