import { NextResponse } from 'next/server'
import { withAuth } from 'next-auth/middleware'

export default withAuth(
  function middleware(req) {
    const response = NextResponse.next()
    response.headers.set('x-role', String(req.nextauth.token?.role))
    return response
  },
  {
    callbacks: {
      authorized: ({ token }) => !!token?.role,
    },
  },
)

export const config = { matcher: ['/private'] }
