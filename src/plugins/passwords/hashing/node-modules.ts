/**
 * Modules of Node, if the runtime has them. A plugin imports none, so that it also loads where there are none.
 *
 * @module
 */

/** Receives the result of a function of `node:crypto`, which runs in another thread. */
type Callback = (error: Error | null, key: Uint8Array) => void

/** The parameters of Argon2, named as in `crypto.argon2`. */
export interface NodeArgon2Parameters {
  readonly message: Uint8Array
  readonly nonce: Uint8Array
  readonly parallelism: number
  /** In bytes. */
  readonly tagLength: number
  /** In KiB. */
  readonly memory: number
  readonly passes: number
}

/** What password hashes use of `node:crypto`. Each function is absent in a runtime that lacks it. */
export interface NodeCrypto {
  /** Node 24.7 and newer, and Bun. */
  readonly argon2?: (algorithm: string, parameters: NodeArgon2Parameters, callback: Callback) => void
  readonly scrypt?: (...args: [Uint8Array, Uint8Array, length: number, options: object, Callback]) => void
  readonly pbkdf2?: (
    ...args: [Uint8Array, Uint8Array, iterations: number, length: number, digest: string, Callback]
  ) => void
}

/** Returns `node:crypto`, or an empty object in a runtime without it, such as workerd without the flag `nodejs_compat`. */
export function getNodeCrypto(): NodeCrypto {
  return getNodeModule('node:crypto') ?? {}
}

/** Returns how many hashes can be computed at a time without slowing down the rest of the process. See `hash-queue.ts`. */
export function getDefaultParallelism(): number {
  const environment: unknown = Reflect.get(Object(Reflect.get(globalThis, 'process')), 'env')
  const threads = Number(Reflect.get(Object(environment), 'UV_THREADPOOL_SIZE')) || 4
  const { availableParallelism } = getNodeModule<{ availableParallelism?: () => number }>('node:os') ?? {}
  return Math.max(1, Math.min(Math.floor(threads / 2), availableParallelism?.() ?? 2))
}

/** Returns a module of Node, or null in a runtime without it. The caller names the type of what it uses. */
export function getNodeModule<Module extends object>(name: string): Module | null {
  const process: unknown = Reflect.get(globalThis, 'process')
  const getBuiltinModule: unknown = Reflect.get(Object(process), 'getBuiltinModule')
  if (typeof getBuiltinModule !== 'function') return null
  const module: unknown = Reflect.apply(getBuiltinModule, process, [name])
  // `node:module` is a function.
  return Object(module) === module ? (module as Module) : null
}
