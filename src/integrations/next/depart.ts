import {
  type Departure,
  originChecked,
  originUnchecked,
  type SearchParams,
  type Submitted,
  signIn,
  signOut,
  update,
} from '../../core/facade.js'
import type { AuthConfig } from '../../types/config.js'
import type { Session } from '../../types/session.js'
import { type SignInOptions, wishOf } from '../shared/sign-in-options.js'
import { here, requestHere, writeHere } from './here.js'

/** The configuration where there is no request object to choose it by. */
type Configure = () => Promise<AuthConfig>

/** For server actions, and for route handlers of the app's own. */
export function departuresOf(configure: Configure) {
  return {
    async signIn(provider?: string, options?: SignInOptions, authorizationParams?: SearchParams) {
      const { redirect: goes, redirectTo, fields } = wishOf(options)
      const order = { provider, fields, redirectTo, authorizationParams }
      const left = await leave(configure, (request, config) =>
        signIn(request, config, { csrf: proofOf(request), ...order }),
      )
      return goes ? go(left.redirect) : left.redirect
    },
    async signOut(options?: SignInOptions) {
      const { redirect: goes, redirectTo } = wishOf(options)
      const left = await leave(configure, (request, config) =>
        signOut(request, config, { csrf: proofOf(request), redirectTo }),
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

/**
 * Next compares origins for actions alone, and a route handler cannot be told from one: so we look at what the browser says of
 * the page that sent it. A link may come from anywhere, and sends nothing.
 */
function proofOf({ headers }: Request): Submitted['csrf'] {
  const isFetched = headers.has('sec-fetch-site') && headers.get('sec-fetch-dest') !== 'document'
  const isSent = headers.has('origin') || headers.has('content-type')
  return isFetched || isSent ? originUnchecked : originChecked
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
