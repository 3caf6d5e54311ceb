import { createClient, createSessionStore, type SignInResponse } from 'latchkey/client'
import { getSession, type Session, SessionProvider, signIn, signOut, useSession } from 'latchkey/react'
import { createElement } from 'react'
import type { auth, generic, lax, overloaded, synchronous } from './auth.js'

type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function sees<Expected>(): <Actual>(value: Actual, same: Is<Actual, Expected>) => void

export const useMine = () => useSession<typeof auth>()
export const useMember = () => useSession<typeof overloaded>({ required: true })
export const atHome = createClient({ basePath: '/auth' })
export const store = createSessionStore(atHome)

export function Panel() {
  const mine = useMine()
  sees<string | undefined>()(mine.data?.role, true)
  sees<Session['user'] | undefined>()(mine.data?.user, true)
  if (mine.status === 'authenticated') sees<string>()(mine.data.role, true)
  if (mine.status === 'unauthenticated') sees<null>()(mine.data, true)
  // TS2339: Property 'rank' does not exist
  void mine.data?.rank

  const member = useMember()
  sees<'authenticated' | 'loading'>()(member.status, true)
  if (member.status !== 'loading') sees<string>()(member.data.tenant, true)

  sees<string | undefined>()(useSession<typeof generic>().data?.tenant, true)
  sees<Session | null>()(useSession().data, true)
  sees<Session | null>()(useSession<typeof synchronous>().data, true)
  sees<Session | null>()(useSession<typeof lax>().data, true)
  sees<{ expires: string; plan: string } | null>()(useSession<{ expires: string; plan: string }>().data, true)
  const { required } = { required: Math.random() > 0.5 }
  sees<'authenticated' | 'loading' | 'unauthenticated'>()(useSession({ required }).status, true)
  return createElement(SessionProvider, { session: null, refetchInterval: undefined, basePath: undefined })
}

export async function calls() {
  sees<SignInResponse>()(await signIn('harbor', { redirect: false, email: 'ada@example.com' }), true)
  sees<void>()(await signIn('harbor', { redirectTo: '/home' }, { prompt: 'login' }), true)
  sees<void>()(await signIn(), true)
  sees<void>()(await signOut({ redirectTo: '/' }), true)
  sees<SignInResponse>()(await signOut({ redirect: false }), true)
  sees<Session | null>()(await getSession(), true)
  sees<Session | null>()((await mine()).data, true)
  // TS2322: not assignable
  void createClient({ basePath: 1 })
}

const mine = async () => store.get()
