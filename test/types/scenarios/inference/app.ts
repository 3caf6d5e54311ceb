import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AuthConfig } from 'latchkey'
import { getSession, type NodeAuthConfig, requireAuth, type Session } from 'latchkey/node'
import Credentials from 'latchkey/providers/credentials'
import { createAuth, type RequestHead } from 'latchkey/server'
import type { SvelteKitAuthConfig } from 'latchkey/sveltekit'
import type { GuardedSession, InferSession, SessionAssurance } from 'latchkey/types'

type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function sees<Expected>(): <Actual>(value: Actual, same: Is<Actual, Expected>) => void
declare const req: IncomingMessage

export const config = {
  providers: [Credentials({ authorize: () => null })],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
} satisfies NodeAuthConfig

export const read = (request: IncomingMessage) => getSession(request, config)

const session = await read(req)
sees<string | undefined>()(session?.role, true)
sees<string | undefined>()(session?.expires, true)
sees<Session['user'] | undefined>()(session?.user, true)
export const accepted: Session | null = session
// TS2339: Property 'rank' does not exist
export const rank = session?.rank

const asynchronous = {
  providers: [],
  callbacks: {
    async session({ session, user }) {
      return { ...session, user: { id: user.id, role: 'admin' } }
    },
  },
} satisfies NodeAuthConfig
const later = await getSession(req, asynchronous)
sees<{ id: string; role: string } | undefined>()(later?.user, true)

const bare = {
  providers: [],
  callbacks: { session: ({ session }) => ({ expires: session.expires, flag: true }) },
} satisfies NodeAuthConfig
const flagged = await getSession(req, bare)
sees<boolean | undefined>()(flagged?.flag, true)
// The callback returns no user, but `getSession` on the server adds it.
sees<Session['user'] | undefined>()(flagged?.user, true)

const choosing = {
  providers: [],
  callbacks: {
    session: ({ session }) =>
      session.user ? { ...session, kind: 'member' as const } : { ...session, kind: 'guest' as const },
  },
} satisfies AuthConfig
export const kind: 'member' | 'guest' | undefined = (await getSession(req, choosing))?.kind

const inline = await getSession(req, {
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
})
sees<string | undefined>()(inline?.role, true)

const plain: NodeAuthConfig = config
sees<Session | null>()(await getSession(req, plain), true)
const without = { providers: [], callbacks: { jwt: ({ token }) => token } } satisfies NodeAuthConfig
sees<Session | null>()(await getSession(req, without), true)
const unspoken = { providers: [], callbacks: { session: undefined } } satisfies NodeAuthConfig
sees<Session | null>()(await getSession(req, unspoken), true)
const lax = {
  providers: [],
  callbacks: { session: ({ session }) => JSON.parse(session.expires) },
} satisfies NodeAuthConfig
sees<Session | null>()(await getSession(req, lax), true)

export type Mine = InferSession<typeof config>
sees<string>()({} as Mine['role'], true)

interface Extended extends Session {
  role: string
}
declare const overloaded: {
  (): Promise<Extended | null>
  (request: Request, event: object): Promise<Response | undefined>
}
sees<Mine>()({} as InferSession<typeof read>, true)
sees<Extended>()({} as InferSession<typeof overloaded>, true)
sees<Extended>()({} as InferSession<{ callbacks: { session: () => Promise<Extended> } }>, true)
sees<Extended>()({} as InferSession<SvelteKitAuthConfig<Extended>>, true)
sees<Extended>()({} as InferSession<Extended>, true)
sees<Session>()({} as InferSession<Session>, true)
sees<{ plan: string }>()({} as InferSession<{ plan: string }>, true)
sees<Session>()({} as InferSession<AuthConfig>, true)
sees<Session>()({} as InferSession<typeof without>, true)
sees<Session>()({} as InferSession<() => string>, true)
sees<Session>()({} as InferSession<ReturnType<typeof JSON.parse>>, true)
sees<Extended | Session>()({} as InferSession<typeof overloaded | AuthConfig>, true)

declare const [res, head]: [ServerResponse, RequestHead]

// `requireAuth` adds how the user signed in to what the callback returns.
const choose = {
  providers: [],
  callbacks: { session: ({ session }) => ({ expires: session.expires, user: { id: '1', role: 'admin' } }) },
} satisfies NodeAuthConfig
const required = await requireAuth(req, res, choose)
sees<string | undefined>()(required?.user.role, true)
sees<SessionAssurance['acr']>()(required?.acr, true)
sees<SessionAssurance['authTime']>()(required?.authTime, true)
sees<SessionAssurance['methods']>()(required?.methods, true)
// TS2339: Property 'rank' does not exist
void required?.rank
const { session: allowed } = await createAuth(choose).requireAuth(head)
sees<string | undefined>()(allowed?.user.role, true)
sees<SessionAssurance['methods']>()(allowed?.methods, true)
export const acceptedToo: SessionAssurance | null = allowed

// A member that the callback returns replaces that of Latchkey.
const replacing = {
  providers: [],
  callbacks: { session: ({ session: { expires } }) => ({ expires, methods: ['card'], user: { id: '1' } }) },
} satisfies NodeAuthConfig
const replaced = await requireAuth(req, res, replacing)
sees<string[] | undefined>()(replaced?.methods, true)
sees<SessionAssurance['acr']>()(replaced?.acr, true)

sees<GuardedSession<Session> | null>()(await requireAuth(req, res, plain), true)
sees<GuardedSession<Session> | null>()(await requireAuth(req, res, without), true)
sees<string | undefined>()((await requireAuth(req, res, plain))?.user.id, true)
sees<string | undefined>()((await requireAuth(req, res, bare))?.user.id, true)
sees<{ id: string; role: string } | undefined>()((await requireAuth(req, res, asynchronous))?.user, true)

// TS2322: Type '() => null' is not assignable
void getSession(req, { providers: [], callbacks: { session: () => null } })
