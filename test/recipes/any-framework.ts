import GitHub from 'latchkey/providers/github'
import { type AuthConfig, createServer, toRequestHead } from 'latchkey/server'

export const config: AuthConfig = { providers: [GitHub] }
const server = createServer(config)

export async function handle(request: Request): Promise<Response> {
  if (server.isActionPath(new URL(request.url).pathname)) return server.handler(request)
  const session = await server.getSession(toRequestHead(request))
  return Response.json({ name: session?.user?.name ?? 'visitor' })
}
