import { TRPCError } from '@trpc/server'
import { t } from './trpc.js'

export const { router } = t
export const publicProcedure = t.procedure

/** Requires a signed-in user. A mutation must come from a page of the app. */
export const protectedProcedure = t.procedure.use(({ ctx, type, next }) => {
  if (!ctx.session) throw new TRPCError({ code: 'UNAUTHORIZED' })
  if (type === 'mutation' && ctx.isCrossOrigin) throw new TRPCError({ code: 'FORBIDDEN' })
  return next({ ctx: { ...ctx, session: ctx.session } })
})
