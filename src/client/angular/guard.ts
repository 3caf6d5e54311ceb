import { DOCUMENT, inject } from '@angular/core'
import { type CanActivateFn, RedirectCommand, Router } from '@angular/router'
import type { AssuranceRequirement } from '../../types/evidence.js'
import { assertOptionNames, requirementNames } from '../option-names.js'
import { isOnServer } from '../page-lifecycle.js'
import { type AppAuth, appAuthToken } from './app-auth.js'
import { findServerAuth, type ServerAuth } from './server-auth.js'

/** Options of {@link requireAuth}. */
export interface RequireAuthOptions extends AssuranceRequirement {
  /**
   * Path of a sign-in route of your app. It gets `callbackUrl` as a query parameter. No effect with `maxAge` or `acr`.
   *
   * @default the built-in sign-in page
   */
  readonly signInPath?: string | undefined
}

/**
 * Creates a guard that requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds). Visitors are redirected to
 * the sign-in page, and return after sign-in. With `signInPath`, it returns a `RedirectCommand` to that route. The route needs
 * `RenderMode.Server`: the server then responds with the redirect, and with 503 if the session cannot be read.
 *
 * @throws Error on a prerendered route
 * @throws InvalidConfig if an option does not exist, or a requirement is undefined
 *
 * @example
 * ```ts
 * import type { Routes } from '@angular/router'
 * import { requireAuth } from 'latchkey/angular'
 *
 * export const routes: Routes = [
 *   { path: 'account', canActivate: [requireAuth()], children: [] },
 *   { path: 'billing', canActivate: [requireAuth({ maxAge: 600 })], children: [] },
 * ]
 * ```
 */
export function requireAuth(options: RequireAuthOptions = {}): CanActivateFn {
  assertOptionNames(options, { source: 'requireAuth', names: optionNames, limits: requirementNames })
  const { signInPath, ...requirement } = options
  return (_, { url }) => {
    const router = inject(Router)
    const context = { appAuth: inject(appAuthToken), document: inject(DOCUMENT), requirement, router, url }
    if (signInPath !== undefined && !hasLevel(requirement)) return allowOrRedirect(context, signInPath)
    return isOnServer() ? allowOnServer(context) : allowInBrowser(context)
  }
}

const optionNames = [...requirementNames, 'signInPath']

/** The id of the navigation to the route of the loaded page. */
const initialNavigationId = 1

interface GuardContext {
  readonly appAuth: AppAuth
  readonly document: Document
  readonly requirement: AssuranceRequirement
  readonly router: Router
  readonly url: string
}

async function allowOrRedirect(
  { appAuth, router, url }: GuardContext,
  signInPath: string,
): Promise<true | RedirectCommand> {
  if (isOnServer()) {
    requireServerAuth(url)
    await appAuth.load()
  }
  if (await isSignedIn(appAuth)) return true
  return new RedirectCommand(router.createUrlTree([signInPath], { queryParams: { callbackUrl: url } }))
}

/** The sign-in page is not a route of the app, so the server responds with the redirect itself. */
function allowOnServer({ requirement, url }: GuardContext): Promise<boolean> {
  return requireServerAuth(url).allow(requirement)
}

/** A prerendered page is a file that all visitors get. */
function requireServerAuth(url: string): ServerAuth {
  const serverAuth = findServerAuth()
  if (serverAuth) return serverAuth
  throw new Error(
    `The route "${url}" requires a session. Set \`RenderMode.Server\` for it in app.routes.server.ts.`,
  )
}

async function allowInBrowser(context: GuardContext): Promise<boolean> {
  const { appAuth, document, requirement, url } = context
  if (hasLevel(requirement)) return allowIfServerDecided(context)
  if (await isSignedIn(appAuth)) return true
  const query = new URLSearchParams({ callbackUrl: toAppUrl(document, url) })
  document.location.assign(`${appAuth.basePath}/signin?${query}`)
  return false
}

/** The browser does not know when the user signed in. So it loads the page from the server, which decides. */
function allowIfServerDecided({ appAuth, document, router, url }: GuardContext): boolean {
  const isPageLoad = router.currentNavigation()?.id === initialNavigationId
  if (!isPageLoad) document.location.assign(toAppUrl(document, url))
  else if (!appAuth.isServerRendered)
    throw new Error(
      `The route "${url}" requires a level. Set \`RenderMode.Server\` for it in app.routes.server.ts.`,
    )
  return isPageLoad
}

async function isSignedIn({ state, session }: AppAuth): Promise<boolean> {
  const { status } = state()
  if (status !== 'loading') return status === 'authenticated'
  return (await session.update()) !== null
}

function hasLevel({ acr, maxAge }: AssuranceRequirement): boolean {
  return acr !== undefined || maxAge !== undefined
}

/** Returns the URL of a route, below the base of the document. */
function toAppUrl({ baseURI }: Document, url: string): string {
  return new URL(`.${url}`, baseURI).href
}
