import type { Adapter } from 'latchkey/adapters'

let shouldCrash = false

/** Who started this process may ask it to die in the middle of what it does next. */
process.on('message', message => {
  shouldCrash = message === 'die midway'
})

/** An adapter at whose calls a doomed process dies: before the store hears of it, or once the store has done it. */
export function withCrashes(adapter: Adapter): Adapter {
  const methods = Object.entries(adapter).map(([name, method]) => {
    if (typeof method !== 'function') return [name, method]
    const call = async (...args: unknown[]) => {
      if (shouldCrash && Math.random() < 0.5) endProcess()
      const result: unknown = await Reflect.apply(method, adapter, args)
      if (shouldCrash) endProcess()
      return result
    }
    return [name, call]
  })
  return Object.fromEntries(methods)
}

function endProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}
