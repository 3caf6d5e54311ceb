import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A running HTTP server. */
export interface ServedApp {
  readonly origin: string
  close(): Promise<void>
}

/** Starts an HTTP server on a free port. */
export async function serve(listener: RequestListener): Promise<ServedApp> {
  return listen(createServer(listener), 'http')
}

/** Listens on a free port of localhost. */
export async function listen(server: Server, scheme: 'http' | 'https'): Promise<ServedApp> {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `${scheme}://localhost:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
