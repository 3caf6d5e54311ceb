import { createNuxtAuth, type InferNuxtSession, type NuxtFunctions } from 'latchkey/nuxt/app'
import type { InferNuxtContext } from 'latchkey/nuxt/server'
import type config from './auth.js'
import type { lazy } from './auth.js'

declare const context: InferNuxtContext<typeof config>
declare const lazyContext: InferNuxtContext<typeof lazy>
declare const nuxt: NuxtFunctions

/** What server routes read. */
export async function readOnServer(): Promise<(string | undefined)[]> {
  const session = await context.auth.getSession()
  const role: string | undefined = (await lazyContext.auth.getSession())?.role
  // TS2339: Property 'rank' does not exist
  void session?.rank
  return [session?.role, role, await context.auth.api.greeting.greet('Ada')]
}

/** What pages read. */
export function readOnPage(): string | undefined {
  const { session, user } = createNuxtAuth<InferNuxtSession<typeof config>>(nuxt).useAuth()
  const lazySession = createNuxtAuth<InferNuxtSession<typeof lazy>>(nuxt).useAuth().session
  // TS2339: Property 'rank' does not exist
  void session.value?.rank
  return user.value?.email ?? session.value?.role ?? lazySession.value?.role
}
