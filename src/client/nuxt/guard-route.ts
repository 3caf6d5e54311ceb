import type { AssuranceRequirement } from '../../types/evidence.js'
import type { NuxtContext } from './nuxt-context.js'
import type { NuxtAppLike, RouteLike } from './nuxt-functions.js'

/** Returns what route middleware returns: the redirect to the sign-in page or to the step-up page, or undefined. */
export async function guardRoute(
  context: NuxtContext,
  to: RouteLike,
  requirement: AssuranceRequirement | undefined = to.meta.auth,
): Promise<unknown> {
  const { isServer, navigateTo, useNuxtApp } = context.nuxt
  const nuxtApp = useNuxtApp()
  const target = context.useBaseUrl() + to.fullPath
  // The URL of the request is exact, that of the router is decoded.
  const url = isServer
    ? await getRedirectOnServer(context, requirement)
    : await getRedirectInBrowser(context, { nuxtApp, target, requirement })
  return url === null ? undefined : nuxtApp.runWithContext(() => navigateTo(url, { external: true }))
}

async function getRedirectOnServer(
  { useServerAuth }: NuxtContext,
  requirement: AssuranceRequirement | undefined,
): Promise<string | null> {
  return useServerAuth()?.getRedirect(requirement) ?? null
}

interface Navigation {
  readonly nuxtApp: NuxtAppLike
  readonly target: string
  readonly requirement: AssuranceRequirement | undefined
}

/** The browser does not know when the user signed in, so the server decides about a requirement. */
async function getRedirectInBrowser(
  { useClient, useSessionState }: NuxtContext,
  { nuxtApp, target, requirement }: Navigation,
): Promise<string | null> {
  if (isGuardedByServer(nuxtApp)) return null
  if (requirement?.acr !== undefined || requirement?.maxAge !== undefined) return target
  const { authUrl, getSession } = useClient()
  const { value } = useSessionState()
  const session = value === undefined ? await getSession() : value
  return session ? null : `${authUrl}/signin?${new URLSearchParams({ callbackUrl: target })}`
}

/** Returns whether the page is the one that the server has rendered. A prerendered page was not guarded. */
function isGuardedByServer({ isHydrating, payload }: NuxtAppLike): boolean {
  return isHydrating === true && payload.serverRendered === true && payload.prerenderedAt === undefined
}
