import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of a test, on a port of its own. */
export interface ServedApp {
  readonly origin: string
  close(): Promise<void>
}

/** Serves on `http://localhost:<a free port>`. */
export async function serve(listener: RequestListener): Promise<ServedApp> {
  return listen(createServer(listener), 'http')
}

/** Listens on a free port of this machine. */
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
