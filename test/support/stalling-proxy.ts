import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Stands before a server, and can hold everything back: the connections are there, and nothing comes until it goes on. */
export interface StallingProxy {
  /** The address of the server, by way of this. */
  readonly url: string
  stall(): void
  resume(): void
  /** How many clients are connected. */
  clients(): number
  stop(): Promise<void>
}

export async function startStallingProxy(address: string): Promise<StallingProxy> {
  const { hostname, port } = new URL(address)
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
    const behind = connect(Number(port), hostname)
    forwardData(client, behind)
    forwardData(behind, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = server.address()
  const url = new URL(address)
  if (typeof own === 'object' && own) url.port = String(own.port)

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
