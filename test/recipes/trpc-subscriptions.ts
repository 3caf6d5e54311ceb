import { TRPCError } from '@trpc/server'
import type { Context } from './trpc.js'

/** Yields the values of a subscription until the session ends. Reads the session every `intervalMs` milliseconds. */
export async function* whileSignedIn<T>(ctx: Context, values: AsyncIterable<T>, intervalMs = 60_000) {
  const iterator = values[Symbol.asyncIterator]()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () =>
    new Promise<null>(resolve => {
      timer = setTimeout(resolve, intervalMs, null)
    })
  try {
    let [check, next] = [wait(), iterator.next()]
    while (true) {
      const result = await Promise.race([check, next])
      if (result?.done) return
      if (result) {
        yield result.value
        next = iterator.next()
      } else if (await ctx.readAgain()) check = wait()
      else throw new TRPCError({ code: 'UNAUTHORIZED' })
    }
  } finally {
    clearTimeout(timer)
    iterator.return?.().catch(() => {})
  }
}
