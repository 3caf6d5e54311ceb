import type { AssuranceRequirement } from '../../types/evidence.js'
import { assertOptionNames, requirementNames } from '../option-names.js'
import type { NuxtContext } from './nuxt-context.js'
import type { NuxtAppLike, RouteLike } from './nuxt-functions.js'

/** Returns what route middleware returns: the redirect to the sign-in page or to the step-up page, or undefined. */
export async function guardRoute(
  context: NuxtContext,
  to: RouteLike,
  requirement: AssuranceRequirement | undefined = to.meta.auth,
): Promise<unknown> {
  if (requirement !== undefined)
    assertOptionNames(requirement, {
      source: 'requireAuth',
      names: requirementNames,
      limits: requirementNames,
    })
  const { isServer, navigateTo, useNuxtApp } = context.nuxt
  const nuxtApp = useNuxtApp()
  assertNotPrerendered(context, to)
  const target = context.useBaseUrl() + to.fullPath
  // The URL of the request is exact, that of the router is decoded.
  const url = isServer
    ? await getRedirectOnServer(context, requirement)
    : await getRedirectInBrowser(context, { nuxtApp, target, requirement })
  return url === null ? undefined : nuxtApp.runWithContext(() => navigateTo(url, { external: true }))
}

/** A prerendered page is a file that all visitors get. */
function assertNotPrerendered(
  { nuxt: { isPrerender, useError } }: NuxtContext,
  { fullPath }: RouteLike,
): void {
  if (!isPrerender || useError().value) return
  const message = `The page "${fullPath}" requires a session, but is prerendered: a file that all visitors get. Set \`prerender: false\` for it in \`routeRules\` of nuxt.config.ts, or \`ssr: false\` to guard it in the browser only.`
  // Nuxt logs a fatal error. The list of failed pages at the end of the build has the status message.
  throw Object.assign(new Error(message), { statusCode: 500, statusMessage: message, fatal: true })
}

async function getRedirectOnServer(
  { usePageAuth }: NuxtContext,
  requirement: AssuranceRequirement | undefined,
): Promise<string | null> {
  return usePageAuth()?.getRedirect(requirement) ?? null
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
