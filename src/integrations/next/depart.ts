import {
  type Departure,
  originChecked,
  type SearchParams,
  signIn,
  signOut,
  update,
} from '../../core/facade.js'
import type { AuthConfig } from '../../types/config.js'
import type { Session } from '../../types/session.js'
import { type SignInOptions, wishOf } from '../shared/sign-in-options.js'
import { here, requestHere, writeHere } from './here.js'
import type { NextSignOut } from './result.js'

/** The configuration where there is no request object to choose it by. */
type Configure = () => Promise<AuthConfig>

/** For server actions, of which Next has compared the origin with the host, and for handlers of the app's own. */
export function departuresOf(configure: Configure) {
  return {
    async signIn(provider?: string, options?: SignInOptions, authorizationParams?: SearchParams) {
      const { redirect: goes, redirectTo, fields } = wishOf(options)
      const order = { provider, fields, redirectTo, authorizationParams }
      const left = await leave(configure, (request, config) =>
        signIn(request, config, { csrf: originChecked, ...order }),
      )
      return goes ? go(left.redirect) : left.redirect
    },
    async signOut(options: Parameters<NextSignOut>[0] = {}) {
      const { redirect: goes, redirectTo } = wishOf({ ...options })
      const left = await leave(configure, (request, config) =>
        signOut(request, config, { csrf: originChecked, redirectTo }),
      )
      return goes ? go(left.redirect) : left
    },
    async unstable_update(data: unknown): Promise<Session | null> {
      const [place, config] = [await here(), await configure()]
      const visit = await update(requestHere(config, place), config, { csrf: originChecked, data })
      writeHere(visit.cookies, place.store)
      return visit.session
    },
  }
}

/** The cookies are written also when it failed: they clear away what belongs to the attempt. */
async function leave(
  configure: Configure,
  depart: (request: Request, config: AuthConfig) => Promise<Departure>,
) {
  const [place, config] = [await here(), await configure()]
  const { error, redirect, cookies } = await depart(requestHere(config, place), config)
  writeHere(cookies, place.store)
  if (error) throw error
  return { redirect, cookies: [...cookies] }
}

/**
 * Throws what Next takes for a redirect. Its bundlers know this module by the name without an ending alone, and Node only by
 * that with one; so it is asked for where nothing but Next gets to.
 */
async function go(url: string): Promise<never> {
  const { redirect } = await import('next/navigation')
  return redirect(url)
}
