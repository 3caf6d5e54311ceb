import type { Actions, Handle, RequestEvent } from '@sveltejs/kit'
import { sequence } from '@sveltejs/kit/hooks'
import { type Session, SvelteKitAuth, type SvelteKitAuthConfig } from 'latchkey/sveltekit'
import type { handle, signIn, signOut } from './auth'

const harbor = { id: 'harbor', name: 'Harbor', type: 'oidc' } as const

/** Checks that two types are identical. */
type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function expectType<Expected>(): <Actual>(value: Actual, same: Is<Actual, Expected>) => void

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

// @ts-expect-error a misspelled option
export const misspelled = SvelteKitAuth({ providers: [harbor], basepath: '/auth' })
// @ts-expect-error not a session
export const wrong = SvelteKitAuth({ providers: [], callbacks: { session: () => 'Ada' } })

export const guard: Handle = ({ event, resolve }) => resolve(event)
export const hooks: Handle = sequence(inline.handle, lazy.handle, guard)
export const kitHook: Handle = inline.handle

export const actions = { in: inline.signIn, out: inline.signOut, lazy: lazy.signIn } satisfies Actions

export async function readSession(event: RequestEvent) {
  const session = await event.locals.auth()
  expectType<string | undefined>()(session?.path, true)
  expectType<Session['user'] | undefined>()(session?.user, true)
  // @ts-expect-error not a field of the session
  void session?.rank
  expectType<string>()(await inline.signIn(event, { providerId: 'harbor', redirect: false }), true)
  await inline.signIn(event, { providerId: 'harbor', redirectTo: '/' })
  await inline.signOut(event, await event.request.formData())
  expectType<string>()((await inline.signOut(event, { redirect: false })).redirect, true)
}

type SessionOfHandle<Hook> = Hook extends { '~session'?: infer Found } ? NonNullable<Found> : never
declare const inferred: SessionOfHandle<typeof inline.handle>
expectType<string>()(inferred.role, true)
declare const same: SessionOfHandle<typeof plain.handle>
export const asBefore: Session = same
export type Names = typeof handle | typeof signIn | typeof signOut
