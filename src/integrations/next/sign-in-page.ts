import { type NextRequest, NextResponse } from 'next/server.js'
import { normalizeBasePath } from '../../config/resolve-config.js'
import { isActionPath } from '../../core/parse-request.js'
import type { AuthConfig } from '../../types/config.js'
import { resolvePublicOrigin, toRequestSource } from '../shared/public-request.js'

/** Where one signs in nobody is signed in yet: the app's own page, and the actions. */
export function isPublicPath(request: NextRequest, config: AuthConfig): boolean {
  const { basePath, pathname, href } = request.nextUrl
  if (isActionPath(basePath + pathname, normalizeBasePath(config.basePath))) return true
  const page = getSignInPage(request, config)
  return page.origin === getRequestOrigin(request, config) && isSamePath(page, new URL(href))
}

/** A form is not posted on to the sign-in page. */
export function redirectToSignIn(request: NextRequest, config: AuthConfig): Response {
  const { pathname, search } = new URL(request.url)
  const page = getSignInPage(request, config)
  for (const [name, value] of new URLSearchParams(search))
    if (!errorParameters.has(name)) page.searchParams.append(name, value)
  page.searchParams.set('callbackUrl', getRequestOrigin(request, config) + pathname + search)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return NextResponse.redirect(page, isRead ? 307 : 303)
}

/** Parameters in which a sign-in page is told of a failure; a guarded page has them from something else. */
const errorParameters: ReadonlySet<string> = new Set(['error', 'code'])

/** As the visitor sees it: a page of the app is below Next's own `basePath`, and in the visitor's language. */
function getSignInPage(request: NextRequest, { pages, basePath, trustHost }: AuthConfig): URL {
  const origin = getRequestOrigin(request, { trustHost })
  if (!pages?.signIn) return new URL(`${normalizeBasePath(basePath)}/signin`, origin)
  const page = new URL(pages.signIn, origin)
  if (page.origin === origin) page.pathname = resolveAppPath(request, page.pathname)
  return page
}

/** Whether or not Next's `basePath` was written in front of it. */
function resolveAppPath({ nextUrl }: NextRequest, pathname: string): string {
  const url = nextUrl.clone()
  const isBelow = `${pathname}/`.startsWith(`${url.basePath}/`)
  url.pathname = isBelow ? pathname.slice(url.basePath.length) : pathname
  return new URL(url.href).pathname
}

function getRequestOrigin(request: NextRequest, config: Pick<AuthConfig, 'trustHost'>): string {
  return resolvePublicOrigin(toRequestSource(request), config) ?? new URL(request.url).origin
}

function isSamePath(one: URL, other: URL): boolean {
  const [firstPath, secondPath] = [one, other].map(({ pathname }) => pathname.replace(/\/+$/, ''))
  return firstPath === secondPath
}
