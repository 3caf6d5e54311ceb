import { requireAuth } from './lib/assured-auth.js'
import { auth } from './lib/auth.js'

const guard = auth(request => {
  if (request.nextUrl.pathname === '/members/hello') return new Response(`Hello ${request.auth?.user.name}`)
})

export default function proxy(request, event) {
  const { pathname, searchParams } = request.nextUrl
  if (!pathname.startsWith('/assured/proxied/')) return guard(request, event)
  return requireAuth(request, { acr: searchParams.get('acr') ?? undefined, maxAge: 3600 })
}

export const config = {
  matcher: ['/members/:path*', '/teapot', '/elsewhere', '/api/auth/:path*', '/assured/proxied/:path*'],
}
