import { protectedProcedure, router } from './trpc-procedures.js'
import { whileSignedIn } from './trpc-subscriptions.js'

declare function listen(signal: AbortSignal | undefined): AsyncIterable<string>

export const appRouter = router({
  messages: protectedProcedure.subscription(({ ctx, signal }) => whileSignedIn(ctx, listen(signal))),
})
