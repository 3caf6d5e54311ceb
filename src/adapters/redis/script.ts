import { isRedisError, type Redis } from './client.js'

/** What a script works on: its keys, of one hash slot, and its other arguments. */
interface ScriptInput {
  readonly keys: readonly string[]
  readonly args?: readonly (string | number)[]
}

/** A program that the server runs in one step. It is sent by its hash, and whole to a server that does not know it yet. */
export class Script {
  #hash: Promise<string> | null = null

  constructor(readonly source: string) {}

  async run(redis: Redis, { keys, args = [] }: ScriptInput): Promise<unknown> {
    const scriptArgs = [String(keys.length), ...keys, ...args.map(String)]
    this.#hash ??= digestSha1Hex(this.source)
    try {
      return await redis.run('EVALSHA', await this.#hash, ...scriptArgs)
    } catch (error) {
      if (!isRedisError('NOSCRIPT', error)) throw error
      return redis.run('EVAL', this.source, ...scriptArgs)
    }
  }

  /** For a script that answers with a list. */
  async runForList(redis: Redis, input: ScriptInput): Promise<string[]> {
    const reply = await this.run(redis, input)
    return Array.isArray(reply) ? reply : []
  }
}

/** The name that Redis has for a script; nothing is protected by it. */
async function digestSha1Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}
