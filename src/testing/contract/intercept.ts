import type { Adapter } from '../../types/adapter.js'

/** The same adapter, where `wrap` decides about each call. Methods keep their `this`, and absent ones stay absent. */
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
