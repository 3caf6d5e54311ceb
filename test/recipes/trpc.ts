import { initTRPC, TRPCError } from '@trpc/server'
import type { FetchCreateContextFnOptions } from '@trpc/server/adapters/fetch'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { SessionUnavailable } from 'latchkey/errors'
import GitHub from 'latchkey/providers/github'
import { type AuthConfig, createAuth, serializeCookie, toRequestHead } from 'latchkey/server'

export const adapter = SqlAdapter(process.env['DATABASE_URL'] ?? 'file:app.db')
export const config: AuthConfig = { adapter, providers: [GitHub] }
const auth = createAuth(config)

export async function createContext({ req, resHeaders }: FetchCreateContextFnOptions) {
  const head = toRequestHead(req)
  const { session, cookies } = await auth.refreshSession(head).catch(throwAsTRPCError)
  for (const cookie of cookies) resHeaders.append('set-cookie', serializeCookie(cookie))
  resHeaders.set('cache-control', 'private, no-store')
  const from = req.headers.get('origin')
  const isCrossOrigin = from !== null && from !== auth.resolveOrigin(head)
  return { session, isCrossOrigin, readAgain: () => auth.getSession(head).catch(throwAsTRPCError) }
}
export type Context = Awaited<ReturnType<typeof createContext>>
export const t = initTRPC.context<Context>().create()

export function throwAsTRPCError(cause: unknown): never {
  if (!(cause instanceof SessionUnavailable)) throw cause
  throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: 'The session is unavailable.', cause })
}
