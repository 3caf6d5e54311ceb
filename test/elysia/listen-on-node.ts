import type { AnyElysia } from 'elysia'

/** The server of `@elysiajs/node`, which passes it to the callback of `listen` only. */
interface NodeServer {
  readonly url: string
  ready(): Promise<unknown>
  close(closesConnections: boolean): Promise<void>
}

/** A served app. */
export interface ListeningApp {
  readonly url: string
  close(): Promise<void>
}

/** Starts an app with the adapter `@elysiajs/node`. */
export async function listenOnNode(app: AnyElysia): Promise<ListeningApp> {
  const { raw } = await new Promise<{ raw: NodeServer }>(resolve =>
    app.listen({ port: 0, hostname: 'localhost' }, server =>
      resolve(server as unknown as { raw: NodeServer }),
    ),
  )
  // `listen` adds one for each server.
  const [onExit] = process.listeners('beforeExit').slice(-1)
  await raw.ready()
  return {
    url: raw.url,
    async close() {
      if (onExit) process.off('beforeExit', onExit)
      await raw.close(true)
    },
  }
}
