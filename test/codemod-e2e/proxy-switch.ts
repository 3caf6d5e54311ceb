import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'

/** A proxy in front of several servers that forwards to one of them at a time. */
export interface ProxySwitch {
  readonly server: Server
  /** Forwards all further requests to this port. */
  switchTo(port: number): void
}

/** Starts the proxy. It forwards requests unchanged, including the Host header, so servers see the origin of the proxy. */
export async function startSwitch(port: number): Promise<ProxySwitch> {
  let target = 0
  const server = createServer((req, res) => forwardRequest(req, res, target))
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return {
    server,
    switchTo: port => {
      target = port
    },
  }
}

function forwardRequest(req: IncomingMessage, res: ServerResponse, port: number): void {
  const { method, url, headers } = req
  const forwarded = request({ host: 'localhost', port, method, path: url, headers })
  forwarded.on('response', response => {
    res.writeHead(response.statusCode ?? 502, response.rawHeaders)
    response.pipe(res)
  })
  forwarded.on('error', () => res.destroy())
  req.pipe(forwarded)
}
