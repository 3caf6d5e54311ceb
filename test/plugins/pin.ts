import { AccessDenied } from 'latchkey/errors'
import type { Plugin } from 'latchkey/plugins'

export function pin(isPin: (userId: string, pin: unknown) => Promise<boolean>) {
  return {
    id: 'pin' as const,
    actions: {
      '': {
        async POST(ctx) {
          const session = await ctx.getSession()
          if (!session) return { status: 401, data: { error: 'signed-out' } }
          await ctx.throttle({ method: 'pin', userId: session.userId }, async () => {
            if (!(await isPin(session.userId, ctx.request.body['pin']))) throw new AccessDenied('Wrong PIN.')
          })
          await ctx.raiseSession(['pin'])
          return { redirect: ctx.callbackUrl }
        },
      },
    },
  } satisfies Plugin
}
