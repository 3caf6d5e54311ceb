import { handleRequest } from './app.ts'
import { serveStaticFile } from './static-files.ts'

const server = Bun.serve({
  // Listens on localhost only, because the demo password is public.
  hostname: 'localhost',
  port: Number(process.env.PORT ?? 3000),
  fetch: async (request, bun) => (await serveStaticFile(request)) ?? handleRequest(request, bun),
})

console.log(`Listening on ${server.url}`)
