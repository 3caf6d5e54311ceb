import { type NextRequest, NextResponse } from 'next/server.js'
import { basePathOf } from '../../config/resolve.js'
import { isActionPath } from '../../core/parse.js'
import type { AuthConfig } from '../../types/config.js'
import { arrivalOf, originOf } from '../shared/public-request.js'

/** Where one signs in nobody is signed in yet: the app's own page, and the actions. */
export function isWayIn(request: NextRequest, config: AuthConfig): boolean {
  const { basePath, pathname, href } = request.nextUrl
  if (isActionPath(basePath + pathname, basePathOf(config.basePath))) return true
  const page = signInPage(request, config)
  return page.origin === originHere(request, config) && samePlace(page, new URL(href))
}

/** A form is not posted on to the sign-in page. */
export function toSignIn(request: NextRequest, config: AuthConfig): Response {
  const { pathname, search } = new URL(request.url)
  const page = signInPage(request, config)
  for (const [name, value] of new URLSearchParams(search))
    if (!ofFailures.has(name)) page.searchParams.append(name, value)
  page.searchParams.set('callbackUrl', originHere(request, config) + pathname + search)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return NextResponse.redirect(page, isRead ? 307 : 303)
}

/** Parameters in which a sign-in page is told of a failure; a guarded page has them from something else. */
const ofFailures: ReadonlySet<string> = new Set(['error', 'code'])

/** As the visitor sees it: a page of the app is below Next's own `basePath`, and in the visitor's language. */
function signInPage(request: NextRequest, { pages, basePath, trustHost }: AuthConfig): URL {
  const origin = originHere(request, { trustHost })
  if (!pages?.signIn) return new URL(`${basePathOf(basePath)}/signin`, origin)
  const page = new URL(pages.signIn, origin)
  if (page.origin === origin) page.pathname = pathInApp(request, page.pathname)
  return page
}

/** Whether or not Next's `basePath` was written in front of it. */
function pathInApp({ nextUrl }: NextRequest, pathname: string): string {
  const url = nextUrl.clone()
  const isBelow = `${pathname}/`.startsWith(`${url.basePath}/`)
  url.pathname = isBelow ? pathname.slice(url.basePath.length) : pathname
  return new URL(url.href).pathname
}

function originHere(request: NextRequest, config: Pick<AuthConfig, 'trustHost'>): string {
  return originOf(arrivalOf(request), config) ?? new URL(request.url).origin
}

function samePlace(one: URL, other: URL): boolean {
  const [own, theirs] = [one, other].map(({ pathname }) => pathname.replace(/\/+$/, ''))
  return own === theirs
}
