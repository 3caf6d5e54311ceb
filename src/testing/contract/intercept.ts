import type { Adapter } from '../../types/adapter.js'

/** Wraps the adapter so that `interceptor` handles each call. Methods keep their `this`; missing ones stay missing. */
export function interceptCalls(
  adapter: Adapter,
  interceptor: (method: string, call: () => Promise<unknown>) => Promise<unknown>,
): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...args: unknown[]) =>
        interceptor(String(name), async () => Reflect.apply(method, target, args))
    },
  })
}
