import { createContractApp } from '../../elysia/contract-app.js'
import { type AppSettings, type CreatedApp, readConfig } from './settings.js'

/** The part of Bun that the program uses. */
declare const Bun: {
  serve(options: { port: number; fetch(request: Request): Promise<Response> }): { port: number }
}

/** Starts a server of Elysia for each app, because Elysia passes its routes to the server of Bun. */
async function createApp(request: Request): Promise<Response> {
  const settings: AppSettings = await request.json()
  const app = createContractApp(readConfig(settings), settings).listen({ port: 0, hostname: 'localhost' })
  return Response.json({ origin: `http://localhost:${app.server?.port}` } satisfies CreatedApp)
}

const { port } = Bun.serve({ port: 0, fetch: createApp })
console.log(`http://localhost:${port}`)
