import { auth } from './lib/auth.js'

export default auth(request => {
  if (request.nextUrl.pathname === '/members/hello') return new Response(`Hello ${request.auth?.user.name}`)
})

export const config = { matcher: ['/members/:path*', '/teapot', '/elsewhere', '/api/auth/:path*'] }
