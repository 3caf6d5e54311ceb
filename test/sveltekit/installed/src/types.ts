import type { Actions, Handle, RequestEvent } from '@sveltejs/kit'
import { sequence } from '@sveltejs/kit/hooks'
import { type Session, SvelteKitAuth, type SvelteKitAuthConfig } from 'latchkey/sveltekit'
import type { handle, signIn, signOut } from './auth'

const harbor = { id: 'harbor', name: 'Harbor', type: 'oidc' } as const

/** The type of a value, exactly. */
type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function sees<Expected>(): <Actual>(value: Actual, same: Is<Actual, Expected>) => void

export const inline = SvelteKitAuth({
  providers: [harbor],
  callbacks: { session: ({ session, token }) => ({ ...session, role: String(token.sub) }) },
})
export const plain = SvelteKitAuth({ providers: [harbor] })
export const given: SvelteKitAuthConfig = { providers: [harbor] }
export const written = SvelteKitAuth(given)
export const lazy = SvelteKitAuth(async (event: RequestEvent) => ({
  ...given,
  basePath: event.params['tenant'],
}))

// @ts-expect-error an option that is misspelt
export const misspelt = SvelteKitAuth({ providers: [harbor], basepath: '/auth' })
// @ts-expect-error a session that is none
export const wrong = SvelteKitAuth({ providers: [], callbacks: { session: () => 'Ada' } })

export const guard: Handle = ({ event, resolve }) => resolve(event)
export const hooks: Handle = sequence(inline.handle, lazy.handle, guard)
export const kitHook: Handle = inline.handle

export const actions = { in: inline.signIn, out: inline.signOut, lazy: lazy.signIn } satisfies Actions

export async function reads(event: RequestEvent) {
  const session = await event.locals.auth()
  sees<string | undefined>()(session?.path, true)
  sees<Session['user'] | undefined>()(session?.user, true)
  // @ts-expect-error nobody added it
  void session?.rank
  sees<string>()(await inline.signIn(event, { providerId: 'harbor', redirect: false }), true)
  await inline.signIn(event, { providerId: 'harbor', redirectTo: '/' })
  await inline.signOut(event, await event.request.formData())
  sees<string>()((await inline.signOut(event, { redirect: false })).redirect, true)
}

type RoleOf<Hook> = Hook extends { '~session'?: infer Found } ? NonNullable<Found> : never
declare const telling: RoleOf<typeof inline.handle>
sees<string>()(telling.role, true)
declare const same: RoleOf<typeof plain.handle>
export const asBefore: Session = same
export type Names = typeof handle | typeof signIn | typeof signOut
