import { type NextRequest, NextResponse } from 'next/server'

/**
 * Next 14 runs this file in the edge runtime, where the database of auth.ts cannot be reached. So it asks the session action,
 * which runs in Node, reads the session and extends it.
 */
export async function middleware(request: NextRequest): Promise<Response> {
  const url = `http://localhost:${process.env.PORT ?? 3000}/api/auth/session`
  const asked = await fetch(url, { headers: arrival(request), cache: 'no-store' })
  // While nobody can say who is there, nobody is signed out either: the next try may work.
  if (!asked.ok) return new NextResponse('Please try again.', { status: 503 })
  const isMember = (await asked.text()) !== 'null'
  const answer = isMember || !isGuarded(request) ? NextResponse.next() : toSignIn(request)
  // What is posted may end the session, and has the last word.
  if (request.method !== 'POST')
    for (const cookie of asked.headers.getSetCookie()) answer.headers.append('set-cookie', cookie)
  return answer
}

/** All pages; the actions and the files of the build have no visitor to ask for. */
export const config = { matcher: ['/((?!api/auth/|_next/static/|_next/image).*)'] }

/** Who comes, and by which address; not what the body is like. */
function arrival({ headers }: NextRequest): Headers {
  const names = ['cookie', 'x-forwarded-host', 'x-forwarded-proto']
  return new Headers(names.flatMap(name => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])))
}

/** `GUARDS` is a setting of the suite, which tries each of the two guards of the page alone. */
function isGuarded({ nextUrl }: NextRequest): boolean {
  const { GUARDS } = process.env
  return nextUrl.pathname.startsWith('/protected') && (!GUARDS || GUARDS === 'before')
}

function toSignIn({ nextUrl }: NextRequest): NextResponse {
  const callbackUrl = nextUrl.pathname + nextUrl.search
  return NextResponse.redirect(new URL(`/api/auth/signin?${new URLSearchParams({ callbackUrl })}`, nextUrl))
}
