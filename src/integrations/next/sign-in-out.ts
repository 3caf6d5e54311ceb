import { AuthError } from '../../errors.js'
import {
  type AuthInstance,
  type OriginCheck,
  originChecked,
  originUnchecked,
  type RedirectResult,
  type RequestHead,
  type SearchParamsInit,
} from '../../server.js'
import type { Session } from '../../types/session.js'
import { type ActionOptions, parseActionOptions } from '../shared/action-options.js'
import {
  isReadOnly,
  type RequestContext,
  readRequestContext,
  toCurrentRequestHead,
  writeServerCookies,
} from './request-context.js'

type GetAuth = () => Promise<AuthInstance>

/** Creates `signIn`, `signOut` and `unstable_update`, for server actions and for route handlers of the app. */
export function createServerFunctions(getAuth: GetAuth) {
  return {
    async signIn(provider?: string, options?: ActionOptions, authorizationParams?: SearchParamsInit) {
      const { redirect: shouldRedirect, redirectTo, fields } = parseActionOptions(options)
      const signInInput = { provider, fields, redirectTo, authorizationParams }
      const result = await runAuthAction(getAuth, {
        name: 'signIn',
        needsCookies: Boolean(provider),
        run: (auth, head) =>
          auth.signIn(head, { originCheck: resolveSignInOriginCheck(head), ...signInInput }),
      })
      return shouldRedirect ? throwRedirect(result.redirect) : result.redirect
    },
    async signOut(options?: ActionOptions) {
      const { redirect: shouldRedirect, redirectTo } = parseActionOptions(options)
      const result = await runAuthAction(getAuth, {
        name: 'signOut',
        needsCookies: true,
        run: (auth, head) => auth.signOut(head, { originCheck: originUnchecked, redirectTo }),
      })
      return shouldRedirect ? throwRedirect(result.redirect) : result
    },
    async unstable_update(data: unknown): Promise<Session | null> {
      const [context, auth] = [await readRequestContext(), await getAuth()]
      assertCookies(context, auth, 'unstable_update')
      const { session, cookies } = await auth.update(toCurrentRequestHead(context), {
        originCheck: originChecked,
        data,
      })
      writeServerCookies(cookies, context.cookieStore)
      return session
    },
  }
}

/**
 * Next verifies the origin of server actions only, and this function cannot distinguish them from route handlers. So the
 * headers decide whether a page sent the request. A link may start a sign-in from any site: users follow links to pages that
 * need a session. A sign-out always needs a page of this origin.
 */
function resolveSignInOriginCheck({ getHeader }: RequestHead): OriginCheck['originCheck'] {
  const isSubresourceRequest =
    getHeader('sec-fetch-site') != null && getHeader('sec-fetch-dest') !== 'document'
  const hasBodyOrOrigin = getHeader('origin') != null || getHeader('content-type') != null
  return isSubresourceRequest || hasBodyOrOrigin ? originUnchecked : originChecked
}

interface AuthAction {
  readonly name: 'signIn' | 'signOut'
  /** Whether the action is useless without its cookies. Without a provider, a sign-in only leads to the sign-in page. */
  readonly needsCookies: boolean
  run(auth: AuthInstance, head: RequestHead): Promise<RedirectResult>
}

/**
 * Sets the cookies even if the action fails, because they delete the cookies of the attempt. Throws only the failures that have no
 * page.
 */
async function runAuthAction(getAuth: GetAuth, { name, needsCookies, run }: AuthAction) {
  const [context, auth] = [await readRequestContext(), await getAuth()]
  if (needsCookies) assertCookies(context, auth, name)
  const { error, redirect, cookies } = await run(auth, toCurrentRequestHead(context))
  if (!isReadOnly(context.cookieStore)) writeServerCookies(cookies, context.cookieStore)
  if (redirect === null) throw error
  return { redirect, cookies: [...cookies] }
}

/**
 * Asserts that Next can set cookies, before a session ends or an email is sent.
 *
 * @throws AuthError while Next renders a page
 */
function assertCookies(
  { cookieStore }: RequestContext,
  { basePath }: AuthInstance,
  name: keyof typeof renderingFixes,
): void {
  if (isReadOnly(cookieStore))
    throw new AuthError(
      `\`${name}\` sets cookies, and Next cannot set cookies while it renders a server component. Call it in a server action, for example in the \`action\` of a form${renderingFixes[name](basePath)}.`,
    )
}

const renderingFixes = {
  signIn: (basePath: string) => `, or link to ${basePath}/signin`,
  signOut: (basePath: string) => `, or link to ${basePath}/signout`,
  unstable_update: () => ', or in a route handler',
}

/**
 * Throws Next's redirect. Next's bundlers resolve this module only without a file extension, and Node only with one. So
 * the import is dynamic and runs only in Next.
 */
async function throwRedirect(url: string): Promise<never> {
  const { redirect } = await import('next/navigation')
  return redirect(url)
}
