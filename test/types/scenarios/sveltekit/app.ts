import { type InferSession, type KitEvent, SvelteKitAuth, type SvelteKitAuthConfig } from 'latchkey/sveltekit'
import { SignIn, type SignInProps } from 'latchkey/sveltekit/components'
import type { SessionAssurance } from 'latchkey/types'
import type { handle, requireAuth, signIn } from './auth.js'

declare module 'latchkey/sveltekit' {
  interface Register {
    handle: typeof handle
  }
}

declare const act: typeof signIn
declare const guard: typeof requireAuth

export const props: SignInProps = { provider: 'harbor', options: undefined, className: undefined }
export const form = () => SignIn({}, props)

export async function load({ locals }: KitEvent) {
  const session = await locals.auth()
  const role: string | undefined = session?.role
  // TS2339: Property 'rank' does not exist
  void session?.rank
  return { session: (await locals.getSession()) satisfies App.PageData['session'], role }
}

export async function bill(event: KitEvent) {
  const session = await guard(event, { maxAge: 600 })
  const assurance: SessionAssurance = session
  return { role: session.role.length, level: assurance.acr === session.acr }
}

export async function enter(event: KitEvent) {
  const url: string = await act(event, { providerId: 'harbor', redirect: false })
  // TS2769: No overload matches this call
  await act(event, { providerId: 1 })
  return url
}

const config = { providers: [] } satisfies SvelteKitAuthConfig
export const same = (session: InferSession<typeof config>): string => session.expires
export const lazy = SvelteKitAuth(async event => ({ ...config, basePath: `/${event.params.tenant}/auth` }))

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = SvelteKitAuth({ providers: {} })
