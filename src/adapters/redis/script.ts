import { type Redis, refusedWith } from './client.js'

/** What a script works on: its keys, of one hash slot, and its other arguments. */
interface Given {
  readonly keys: readonly string[]
  readonly args?: readonly (string | number)[]
}

/** A program that the server runs in one step. It is sent by its hash, and whole to a server that does not know it yet. */
export class Script {
  #hash: Promise<string> | null = null

  constructor(readonly source: string) {}

  async run(redis: Redis, { keys, args = [] }: Given): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args.map(String)]
    this.#hash ??= sha1Hex(this.source)
    try {
      return await redis.run('EVALSHA', await this.#hash, ...rest)
    } catch (error) {
      if (!refusedWith('NOSCRIPT', error)) throw error
      return redis.run('EVAL', this.source, ...rest)
    }
  }

  /** For a script that answers with a list. */
  async list(redis: Redis, given: Given): Promise<string[]> {
    const answer = await this.run(redis, given)
    return Array.isArray(answer) ? answer : []
  }
}

/** The name that Redis has for a script; nothing is protected by it. */
async function sha1Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}
