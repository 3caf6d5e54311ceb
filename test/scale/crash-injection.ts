import type { Adapter } from 'latchkey/adapters'

let shouldCrash = false

/** The parent process can make this process crash during its next adapter call. */
process.on('message', message => {
  shouldCrash = message === 'crash'
})

/** Wraps an adapter so that the process can crash before or after a call. */
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
