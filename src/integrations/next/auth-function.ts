import type { NextRequest } from 'next/server.js'
import type { NextAuthConfig } from './config.js'
import { complete } from './config.js'
import { guard } from './guard.js'
import { here, sessionHere } from './here.js'
import { type PageContext, type PageRequest, type PageResponse, pageSession } from './pages-router.js'
import type { NextAuthFunction, NextAuthRequest } from './result.js'

type Configure = (request?: NextRequest) => Promise<NextAuthConfig>
type Handler = (request: NextAuthRequest, context: unknown) => Promise<Response | undefined>

/** What `auth` was called with says what it is wanted for. */
export function authFunction(configure: Configure): NextAuthFunction {
  const auth = (first?: NextRequest | Handler | PageRequest | PageContext, second?: PageResponse) => {
    if (!first) return readHere(configure)
    if (typeof first === 'function') return wrap(configure, first)
    if (first instanceof Request) return standBefore(configure, first)
    return readPage(configure, 'req' in first ? first : { req: first, res: second as PageResponse })
  }
  return auth as NextAuthFunction
}

async function readHere(configure: Configure) {
  // Asked for first: while a page is rendered beforehand Next stops here, and the app's function is not called.
  const place = await here()
  return sessionHere(complete(await configure()), place)
}

function wrap(configure: Configure, handler: Handler) {
  return async (request: NextRequest, context: unknown) =>
    guard(request, await configure(request), async asked => handler(asked, context))
}

async function standBefore(configure: Configure, request: NextRequest) {
  return guard(request, await configure(request))
}

async function readPage(configure: Configure, context: PageContext) {
  return pageSession(context, complete(await configure()))
}
