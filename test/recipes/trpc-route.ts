import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { createContext } from './trpc.js'
import { protectedProcedure, router } from './trpc-procedures.js'

const appRouter = router({
  email: protectedProcedure.query(({ ctx }) => ctx.session.user?.email),
})
export type AppRouter = typeof appRouter

export const handle = (req: Request): Promise<Response> =>
  fetchRequestHandler({ endpoint: '/trpc', req, router: appRouter, createContext })
