import GitHub from 'latchkey/providers/github'
import { type AuthConfig, createAuth, serializeCookie, toRequestHead } from 'latchkey/server'

export const config: AuthConfig = { providers: [GitHub] }
const auth = createAuth(config)

export async function handleApi(request: Request): Promise<Response> {
  const { session, cookies } = await auth.refreshSession(toRequestHead(request))
  if (!session) return Response.json({ error: 'Sign in first.' }, { status: 401 })
  if (isCrossOriginWrite(request)) return Response.json({ error: 'Wrong origin.' }, { status: 403 })
  const response = Response.json({ name: session.user?.name }, { headers: { 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', serializeCookie(cookie))
  return response
}

function isCrossOriginWrite(request: Request): boolean {
  if (['GET', 'HEAD'].includes(request.method)) return false
  return request.headers.get('origin') !== auth.resolveOrigin(toRequestHead(request))
}
