import GitHub from 'latchkey/providers/github'
import { type AuthConfig, createAuth, originUnchecked, serializeCookie, toRequestHead } from 'latchkey/server'

const config: AuthConfig = { providers: [GitHub], pages: { signIn: '/login' } }

/** Handles `GET /login`. */
export function showSignIn(): Response {
  const page = '<form method="post" action="/login"><button>Sign in with GitHub</button></form>'
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** Handles `POST /login`. */
export async function startSignIn(request: Request): Promise<Response> {
  const options = { provider: 'github', originCheck: originUnchecked, redirectTo: '/' } as const
  const { error, redirect, cookies } = await createAuth(config).signIn(toRequestHead(request), options)
  const location = error ? `/login?error=${error.type}` : redirect
  const response = new Response(null, { status: 303, headers: { location } })
  for (const cookie of cookies) response.headers.append('set-cookie', serializeCookie(cookie))
  return response
}
