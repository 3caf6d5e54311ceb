import { createServer } from 'node:http'

/**
 * The build of adapter-node assumes https. The origin is AUTH_URL, or the `X-Forwarded-*` headers of a proxy, or plain http.
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
