import type {
  InferSession,
  NextAuthConfig,
  NextAuthRequest,
  PageContext,
  PageRequest,
  PageResponse,
  Session,
} from 'latchkey/next'
import { useSession } from 'latchkey/react'
import type { SessionAssurance } from 'latchkey/types'
import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server.js'
import {
  auth,
  chosen,
  type config,
  handlers,
  inline,
  lazy,
  plain,
  signIn,
  signOut,
  unstable_update,
  without,
} from './auth.js'

type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function sees<Expected>(): <Actual>(value: Actual, same: Is<Actual, Expected>) => void

// app/api/auth/[...nextauth]/route.ts
export const { GET, POST } = handlers

// proxy.ts and middleware.ts
export const proxy: (request: NextRequest, event: NextFetchEvent) => Promise<Response> = auth
export const before: (request: NextRequest, event: NextFetchEvent) => Promise<Response> = auth(request => {
  sees<string | undefined>()(request.auth?.role, true)
  if (!request.auth) return NextResponse.redirect(new URL('/login', request.nextUrl.origin))
  return undefined
})
export default auth(async (request: NextAuthRequest, event: NextFetchEvent) => {
  event.waitUntil(Promise.resolve(request.auth?.expires))
})

// A route handler
interface Params {
  params: Promise<{ id: string }>
}
export const DELETE = auth(async (request, { params }: Params) => {
  const { id } = await params
  return Response.json({ id, role: request.auth?.role })
})
export const PUT: (request: NextRequest, context: Params) => Promise<Response> = auth(
  async (_request, { params }) => Response.json((await params)['id']),
)

// A route handler that requires a recent sign-in
export const PATCH = chosen.requireAuth({ maxAge: 600 }, ({ auth }) => {
  sees<SessionAssurance['authTime']>()(auth.authTime, true)
  return Response.json(auth.user.role)
})

// A page
export async function guardedPage(context: PageContext, request: PageRequest, response: PageResponse) {
  const session = await chosen.requireAuth({ maxAge: 600, redirectTo: '/billing' })
  sees<string>()(session.user.role, true)
  sees<SessionAssurance['acr']>()(session.acr, true)
  sees<SessionAssurance['acr']>()((await chosen.requireAuth(context)).session?.acr, true)
  sees<SessionAssurance['acr']>()((await chosen.requireAuth(request, response))?.acr, true)
  sees<string>()((await plain.requireAuth({ redirectTo: '/billing' })).user.id, true)
}

export async function page() {
  const session = await auth()
  sees<string | undefined>()(session?.role, true)
  // TS2339: Property 'rank' does not exist
  void session?.rank
  sees<Session | null>()(await plain.auth(), true)
  sees<Session | null>()(await without.auth(), true)
  sees<string | undefined>()((await lazy.auth())?.role, true)
  sees<{ id: string; role: string } | undefined>()((await inline.auth())?.user, true)
  sees<string | undefined>()(useSession<typeof auth>().data?.role, true)
  sees<InferSession<typeof config> | null>()(session, true)
  sees<InferSession<typeof auth> | null>()(session, true)
  sees<InferSession<NextAuthConfig> | null>()(await plain.auth(), true)
}

// The pages router
declare const req: import('node:http').IncomingMessage
declare const res: import('node:http').ServerResponse
export async function api() {
  sees<string | undefined>()((await auth(req, res))?.role, true)
  sees<string | undefined>()((await auth({ req, res }))?.role, true)
}

// Actions
export const action: (form: FormData) => void | Promise<void> = signIn.bind(null, 'harbor')
export async function calls(form: FormData) {
  await signIn('harbor', form, { prompt: 'login' })
  sees<string>()(await signIn('harbor', { redirect: false, email: 'ada@example.com' }), true)
  sees<string>()((await signOut({ redirect: false })).redirect, true)
  sees<string | undefined>()((await unstable_update({ user: { name: 'Ada' } }))?.role, true)
  await unstable_update({ role: 'guest' })
  // TS2353: 'rank' does not exist
  await unstable_update({ rank: 1 })
}
export async function gone() {
  sees<never>()(await signOut({ redirectTo: '/' }), true)
}
