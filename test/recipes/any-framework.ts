import GitHub from 'latchkey/providers/github'
import { type AuthConfig, createAuth, toRequestHead } from 'latchkey/server'

export const config: AuthConfig = { providers: [GitHub] }
const auth = createAuth(config)

export async function handle(request: Request): Promise<Response> {
  if (auth.isActionPath(new URL(request.url).pathname)) return auth.handler(request)
  const session = await auth.getSession(toRequestHead(request))
  return Response.json({ name: session?.user?.name ?? 'visitor' })
}
