import { type NextRequest, NextResponse } from 'next/server'

/**
 * Next 14 runs this file in the edge runtime, which cannot access the database of auth.ts. It requests the session action, which
 * runs in Node, instead. The action reads and extends the session.
 */
export async function middleware(request: NextRequest): Promise<Response> {
  const url = `http://localhost:${process.env.PORT ?? 3000}/api/auth/session`
  const sessionResponse = await fetch(url, { headers: toSessionHeaders(request), cache: 'no-store' })
  // The cookie stays, so the next request can succeed.
  if (!sessionResponse.ok) return new NextResponse('Please try again.', { status: 503 })
  const isSignedIn = (await sessionResponse.text()) !== 'null'
  const response = isSignedIn || !isGuarded(request) ? NextResponse.next() : toSignIn(request)
  // A POST can end the session, so its own cookies must not be overwritten.
  if (request.method !== 'POST')
    for (const cookie of sessionResponse.headers.getSetCookie()) response.headers.append('set-cookie', cookie)
  return response
}

/** Matches all pages, but not the actions and static files. */
export const config = { matcher: ['/((?!api/auth/|cached$|_next/static/|_next/image).*)'] }

/** Copies the cookies and the forwarded origin. */
function toSessionHeaders({ headers }: NextRequest): Headers {
  const names = ['cookie', 'x-forwarded-host', 'x-forwarded-proto']
  return new Headers(names.flatMap(name => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])))
}

/** `GUARDS` is a setting of the test suite, which tests each of the two guards alone. */
function isGuarded({ nextUrl }: NextRequest): boolean {
  const { GUARDS } = process.env
  return nextUrl.pathname.startsWith('/protected') && (!GUARDS || GUARDS === 'middleware')
}

function toSignIn({ nextUrl }: NextRequest): NextResponse {
  const callbackUrl = nextUrl.pathname + nextUrl.search
  return NextResponse.redirect(new URL(`/api/auth/signin?${new URLSearchParams({ callbackUrl })}`, nextUrl))
}
