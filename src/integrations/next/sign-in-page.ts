import { type NextRequest, NextResponse } from 'next/server.js'
import { type AuthInstance, toRequestHead } from '../../server.js'
import { getPathPrefix } from '../shared/pathname.js'

/** Is this a path that signed-out visitors need: the sign-in page of the app, or an action? */
export function isPublicPath(request: NextRequest, auth: AuthInstance): boolean {
  const { basePath, pathname, href } = request.nextUrl
  if (auth.isActionPath(basePath + pathname)) return true
  const page = getSignInPage(request, auth)
  return page.origin === getRequestOrigin(request, auth) && isSamePath(page, toPublicUrl(href, auth))
}

/** Redirects to the sign-in page. A POST becomes a GET. */
export function redirectToSignIn(request: NextRequest, auth: AuthInstance): Response {
  const { pathname, search } = toPublicUrl(request.url, auth)
  const page = getSignInPage(request, auth)
  for (const [name, value] of new URLSearchParams(search))
    if (!errorParameters.has(name)) page.searchParams.append(name, value)
  page.searchParams.set('callbackUrl', getRequestOrigin(request, auth) + pathname + search)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return NextResponse.redirect(page, isRead ? 307 : 303)
}

/** Parameters that report a failure on the sign-in page. On a protected page, they mean something else. */
const errorParameters: ReadonlySet<string> = new Set(['error', 'code'])

/** Returns the public URL of the page. A page of the app is below Next's own `basePath`, and below the locale. */
function getSignInPage(request: NextRequest, auth: AuthInstance): URL {
  const { pages } = auth.config
  const origin = getRequestOrigin(request, auth)
  if (!pages?.signIn) return new URL(`${auth.publicBasePath}/signin`, origin)
  const page = new URL(pages.signIn, origin)
  if (page.origin !== origin) return page
  const prefix = getPathPrefix(auth)
  const isPublic = page.pathname.startsWith(`${prefix}/`)
  page.pathname = prefix + resolveAppPath(request, page.pathname.slice(isPublic ? prefix.length : 0))
  return page
}

/** Returns the URL as browsers see it, behind a proxy that removes the front of the path. */
function toPublicUrl(url: string, auth: AuthInstance): URL {
  const publicUrl = new URL(url)
  publicUrl.pathname = getPathPrefix(auth) + publicUrl.pathname
  return publicUrl
}

/** Accepts a path with or without Next's `basePath` in front. */
function resolveAppPath({ nextUrl }: NextRequest, pathname: string): string {
  const url = nextUrl.clone()
  const isBelow = `${pathname}/`.startsWith(`${url.basePath}/`)
  url.pathname = isBelow ? pathname.slice(url.basePath.length) : pathname
  return new URL(url.href).pathname
}

/** Returns the public origin of the app. Without a trusted one, that of the request. */
export function getRequestOrigin(request: NextRequest, auth: AuthInstance): string {
  return auth.resolveOrigin(toRequestHead(request)) ?? new URL(request.url).origin
}

function isSamePath(one: URL, other: URL): boolean {
  const [firstPath, secondPath] = [one, other].map(({ pathname }) => pathname.replace(/\/+$/, ''))
  return firstPath === secondPath
}
