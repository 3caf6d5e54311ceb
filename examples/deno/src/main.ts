import { handleRequest } from './app.ts'
import { serveStaticFile } from './static-files.ts'

Deno.serve(
  // Listens on localhost only, because the demo password is public.
  { hostname: 'localhost', port: Number(process.env.PORT ?? 3000) },
  async (request, info) => (await serveStaticFile(request)) ?? handleRequest(request, info),
)
