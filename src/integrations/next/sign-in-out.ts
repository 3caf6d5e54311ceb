import {
  type OriginProof,
  originChecked,
  originUnchecked,
  type RedirectResult,
  type SearchParamsInit,
  signIn,
  signOut,
  update,
} from '../../core/server-api.js'
import type { AuthConfig } from '../../types/config.js'
import type { Session } from '../../types/session.js'
import { parseSignInOptions, type SignInOptions } from '../shared/sign-in-options.js'
import { createServerRequest, readServerContext, writeServerCookies } from './request-context.js'

/** The configuration where there is no request object to choose it by. */
type Configure = () => Promise<AuthConfig>

/** For server actions, and for route handlers of the app's own. */
export function createServerActions(configure: Configure) {
  return {
    async signIn(provider?: string, options?: SignInOptions, authorizationParams?: SearchParamsInit) {
      const { redirect: shouldRedirect, redirectTo, fields } = parseSignInOptions(options)
      const signInInput = { provider, fields, redirectTo, authorizationParams }
      const result = await runServerAction(configure, (request, config) =>
        signIn(request, config, { csrf: resolveOriginProof(request), ...signInInput }),
      )
      return shouldRedirect ? throwRedirect(result.redirect) : result.redirect
    },
    async signOut(options?: SignInOptions) {
      const { redirect: shouldRedirect, redirectTo } = parseSignInOptions(options)
      const result = await runServerAction(configure, (request, config) =>
        signOut(request, config, { csrf: resolveOriginProof(request), redirectTo }),
      )
      return shouldRedirect ? throwRedirect(result.redirect) : result
    },
    async unstable_update(data: unknown): Promise<Session | null> {
      const [context, config] = [await readServerContext(), await configure()]
      const sessionResult = await update(createServerRequest(config, context), config, {
        csrf: originChecked,
        data,
      })
      writeServerCookies(sessionResult.cookies, context.cookieStore)
      return sessionResult.session
    },
  }
}

/**
 * Next compares origins for actions alone, and a route handler cannot be told from one: so we look at what the browser says of
 * the page that sent it. A link may come from anywhere, and sends nothing.
 */
function resolveOriginProof({ headers }: Request): OriginProof['csrf'] {
  const isFetched = headers.has('sec-fetch-site') && headers.get('sec-fetch-dest') !== 'document'
  const isSent = headers.has('origin') || headers.has('content-type')
  return isFetched || isSent ? originUnchecked : originChecked
}

/** The cookies are written also when it failed: they clear away what belongs to the attempt. */
async function runServerAction(
  configure: Configure,
  run: (request: Request, config: AuthConfig) => Promise<RedirectResult>,
) {
  const [context, config] = [await readServerContext(), await configure()]
  const { error, redirect, cookies } = await run(createServerRequest(config, context), config)
  writeServerCookies(cookies, context.cookieStore)
  if (error) throw error
  return { redirect, cookies: [...cookies] }
}

/**
 * Throws what Next takes for a redirect. Its bundlers know this module by the name without an ending alone, and Node only by
 * that with one; so it is asked for where nothing but Next gets to.
 */
async function throwRedirect(url: string): Promise<never> {
  const { redirect } = await import('next/navigation')
  return redirect(url)
}
