import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'

/** One address in front of several servers, of which one answers at a time. */
export interface ProxySwitch {
  readonly server: Server
  /** The server on this port answers what is asked from now on. */
  switchTo(port: number): void
}

/** Passes on everything as it is, the name of the host included, so that a server takes the address for its own. */
export async function startSwitch(port: number): Promise<ProxySwitch> {
  let target = 0
  const server = createServer((req, res) => forwardRequest(req, res, target))
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return {
    server,
    switchTo: wanted => {
      target = wanted
    },
  }
}

function forwardRequest(req: IncomingMessage, res: ServerResponse, port: number): void {
  const { method, url, headers } = req
  const onwards = request({ host: 'localhost', port, method, path: url, headers })
  onwards.on('response', answer => {
    res.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.pipe(res)
  })
  onwards.on('error', () => res.destroy())
  req.pipe(onwards)
}
