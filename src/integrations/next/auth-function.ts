import type { NextRequest } from 'next/server.js'
import { createNextServer, type NextAuthConfig } from './config.js'
import { guard } from './guard.js'
import { getPageSession, type PageContext, type PageRequest, type PageResponse } from './pages-router.js'
import { readServerContext, readServerSession } from './request-context.js'
import type { NextAuthFunction, NextAuthRequest } from './result.js'

type Configure = (request?: NextRequest) => Promise<NextAuthConfig>
type Handler = (request: NextAuthRequest, context: unknown) => Promise<Response | undefined>

/** Creates `auth`. Its first argument decides what it does. */
export function createAuthFunction(configure: Configure): NextAuthFunction {
  const auth = (first?: NextRequest | Handler | PageRequest | PageContext, second?: PageResponse) => {
    if (!first) return readSession(configure)
    if (typeof first === 'function') return wrapHandler(configure, first)
    if (first instanceof Request) return guardRequest(configure, first)
    return readPageSession(configure, 'req' in first ? first : { req: first, res: second as PageResponse })
  }
  return auth as NextAuthFunction
}

async function readSession(configure: Configure) {
  // Next stops prerendering here, so this comes before the app's configuration function.
  const context = await readServerContext()
  return readServerSession(createNextServer(await configure()), context)
}

function wrapHandler(configure: Configure, handler: Handler) {
  return async (request: NextRequest, context: unknown) =>
    guard(request, await configure(request), async authRequest => handler(authRequest, context))
}

async function guardRequest(configure: Configure, request: NextRequest) {
  return guard(request, await configure(request))
}

async function readPageSession(configure: Configure, context: PageContext) {
  return getPageSession(context, createNextServer(await configure()))
}
