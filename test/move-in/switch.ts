import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** One address in front of several servers, of which one answers at a time. */
export interface Switch {
  /** The server on this port answers what is asked from now on. */
  turnTo(port: number): void
  close(): Promise<void>
}

/**
 * Passes on everything as it is, the name of the host included, so that a server takes the address for its own. Behind
 * nginx it is the name that nginx was asked by: `@auth/express` looks at no other.
 */
export async function startSwitch(port: number): Promise<Switch> {
  let target = 0
  const server = createServer((req, res) => pass(req, res, target))
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return {
    turnTo: wanted => {
      target = wanted
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function pass(req: IncomingMessage, res: ServerResponse, port: number): void {
  const { method, url, headers } = req
  const host = [headers['x-forwarded-host'] ?? headers.host ?? ''].flat()[0]
  const onwards = request({ host: 'localhost', port, method, path: url, headers: { ...headers, host } })
  onwards.on('response', answer => {
    res.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.pipe(res)
  })
  onwards.on('error', () => res.destroy())
  req.pipe(onwards)
}
