import type { NextRequest } from 'next/server.js'
import { getNextAuth, type NextAuthConfig } from './config.js'
import { guard } from './guard.js'
import { getPageSession, type PageContext, type PageRequest, type PageResponse } from './pages-router.js'
import { getContextSession, readRequestContext } from './request-context.js'
import { createRequestSessions, createServerApi } from './require-auth.js'
import type { NextAuthFunction, NextAuthRequest } from './types.js'

type GetConfig = (request?: NextRequest) => Promise<NextAuthConfig>
type Handler = (request: NextAuthRequest, context: unknown) => Promise<Response | undefined>

/** Creates `auth`. Its first argument decides what it does. */
export function createAuthFunction(getConfig: GetConfig): NextAuthFunction {
  const auth = (first?: NextRequest | Handler | PageRequest | PageContext, second?: PageResponse) => {
    if (!first) return getSession(getConfig)
    if (typeof first === 'function') return wrapHandler(getConfig, first)
    if (first instanceof Request) return guardRequest(getConfig, first)
    return getSessionOfPage(getConfig, 'req' in first ? first : { req: first, res: second as PageResponse })
  }
  return Object.assign(auth, {
    api: createServerApi(getConfig),
    sessions: createRequestSessions(getConfig),
  }) as NextAuthFunction
}

async function getSession(getConfig: GetConfig) {
  // Next stops prerendering here, so this comes before the app's configuration function.
  const context = await readRequestContext()
  return getContextSession(getNextAuth(await getConfig()), context)
}

function wrapHandler(getConfig: GetConfig, handler: Handler) {
  return async (request: NextRequest, context: unknown) =>
    guard(request, await getConfig(request), async authRequest => handler(authRequest, context))
}

async function guardRequest(getConfig: GetConfig, request: NextRequest) {
  return guard(request, await getConfig(request))
}

async function getSessionOfPage(getConfig: GetConfig, context: PageContext) {
  return getPageSession(context, getNextAuth(await getConfig()))
}
