import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can be stalled: connections stay open, but no data is forwarded until it resumes. */
export interface StallingProxy {
  /** The URL of the server through the proxy. */
  readonly url: string
  stall(): void
  resume(): void
  /** Returns the number of connected clients. */
  clients(): number
  stop(): Promise<void>
}

export async function startStallingProxy(serverUrl: string): Promise<StallingProxy> {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isStalled = false

  function forwardData(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('data', chunk => to.write(chunk))
    if (isStalled) from.pause()
    from.on('error', () => {})
    from.on('close', () => sockets.delete(from))
    from.on('close', () => to.destroy())
  }

  const server = createServer(client => {
    const upstream = connect(Number(port), hostname)
    forwardData(client, upstream)
    forwardData(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(serverUrl)
  if (typeof address === 'object' && address) url.port = String(address.port)

  return {
    url: url.href,
    stall: () => {
      isStalled = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      isStalled = false
      for (const socket of sockets) socket.resume()
    },
    clients: () => sockets.size / 2,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
