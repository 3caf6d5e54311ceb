import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'

/** A server that listens on 127.0.0.1 only. */
export interface RunningServer {
  readonly port: number
  /** Ends all connections and stops listening. */
  close(): Promise<void>
}

/** Another process listens on the port. */
export class PortInUse extends Error {
  readonly port: number

  constructor(port: number, cause: unknown) {
    super(`Port ${port} is in use.`, { cause })
    this.port = port
  }
}

/** Listens on a port of 127.0.0.1, or on any free one for port 0. @throws PortInUse */
export async function listen(server: Server, port: number): Promise<RunningServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new PortInUse(port, error)
    throw error
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
