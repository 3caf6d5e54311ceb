import type { Adapter } from 'latchkey/adapters'

let isDoomed = false

/** Who started this process may ask it to die in the middle of what it does next. */
process.on('message', message => {
  isDoomed = message === 'die midway'
})

/** An adapter at whose calls a doomed process dies: before the store hears of it, or once the store has done it. */
export function mortal(adapter: Adapter): Adapter {
  const methods = Object.entries(adapter).map(([name, method]) => {
    if (typeof method !== 'function') return [name, method]
    const call = async (...args: unknown[]) => {
      if (isDoomed && Math.random() < 0.5) die()
      const result: unknown = await Reflect.apply(method, adapter, args)
      if (isDoomed) die()
      return result
    }
    return [name, call]
  })
  return Object.fromEntries(methods)
}

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}
