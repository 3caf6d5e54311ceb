import { createServer } from 'node:http'

/**
 * The build of adapter-node thinks that it is on https. What AUTH_URL says is right; without it the proxy in front says it,
 * and where there is none it is plain http.
 */
if (process.env.AUTH_URL) process.env.ORIGIN ??= new URL(process.env.AUTH_URL).origin
process.env.PROTOCOL_HEADER ??= 'x-forwarded-proto'
process.env.HOST_HEADER ??= 'x-forwarded-host'

const { handler } = await import('./build/handler.js')

const port = Number(process.env.PORT ?? 3000)
const server = createServer((req, res) => {
  req.headers['x-forwarded-proto'] ??= 'http'
  handler(req, res)
}).listen(port, 'localhost', () => console.log(`Listening on http://localhost:${port}`))

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)

function stop() {
  server.close()
  server.closeAllConnections()
}
