import { isRedisError, type TimeoutClient } from './client.js'

/** The keys of a script, all in one hash slot, and its other arguments. */
interface ScriptInput {
  readonly keys: readonly string[]
  readonly args?: readonly (string | number)[]
}

/** A Lua script that the server runs atomically. The hash is sent first, and the source if the server does not have it. */
export class Script {
  #hash: Promise<string> | null = null

  constructor(readonly source: string) {}

  async run(redis: TimeoutClient, { keys, args = [] }: ScriptInput): Promise<unknown> {
    const scriptArgs = [String(keys.length), ...keys, ...args.map(String)]
    this.#hash ??= digestSha1Hex(this.source)
    try {
      return await redis.run('EVALSHA', await this.#hash, ...scriptArgs)
    } catch (error) {
      if (!isRedisError('NOSCRIPT', error)) throw error
      return redis.run('EVAL', this.source, ...scriptArgs)
    }
  }

  /** Runs a script whose reply is a list. */
  async runForList(redis: TimeoutClient, input: ScriptInput): Promise<string[]> {
    const reply = await this.run(redis, input)
    return Array.isArray(reply) ? reply : []
  }
}

/** Returns the SHA-1 that identifies a script in Redis. It has no security function. */
async function digestSha1Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}
