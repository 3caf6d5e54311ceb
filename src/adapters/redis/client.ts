import { asError } from '../../base/as-error.js'
import { AdapterError } from '../../errors.js'

/**
 * What speaks to Redis: a client of the package `redis` (also of its `createCluster`), of `ioredis` (also its `Cluster`),
 * Bun's own, or anything of yours with a `command`. It is told apart by its methods, and no package is imported.
 */
export type RedisClient = NodeRedisClient | NodeRedisCluster | IoRedisClient | BunRedisClient | CommandClient

/** Anything that can send a command, such as Upstash over HTTP. */
export interface CommandClient {
  /** Sends one command, its name first, and resolves to the answer; rejects with what the server refused. */
  command(args: string[]): Promise<unknown>
}

/** `createClient` or `createClientPool` of the package `redis`. */
export interface NodeRedisClient {
  sendCommand(args: string[], options?: { abortSignal?: AbortSignal }): Promise<unknown>
}

/** `createCluster` of the package `redis`. */
export interface NodeRedisCluster {
  getSlotMaster(slot: number): unknown
  sendCommand(
    firstKey: string | undefined,
    isReadonly: boolean | undefined,
    args: string[],
    options?: { abortSignal?: AbortSignal },
  ): Promise<unknown>
}

/** `new Redis()` or `new Cluster()` of the package `ioredis`. */
export interface IoRedisClient {
  call(command: string, args: string[]): Promise<unknown>
}

/** `RedisClient` of Bun. */
export interface BunRedisClient {
  send(command: string, args: string[]): Promise<unknown>
}

type Command = [name: string, ...args: string[]]
type Send = (command: Command, signal: AbortSignal) => Promise<unknown>

/** A client and its deadline. */
export class Redis {
  readonly #send: Send

  constructor(
    client: RedisClient,
    readonly timeout: number,
  ) {
    this.#send = senderOf(client)
  }

  /**
   * Sends one command.
   *
   * Clients keep what they are given while the server is away, and some for ever; a visitor should not wait for that.
   */
  async run(...command: Command): Promise<unknown> {
    const giveUp = new AbortController()
    const { promise, reject } = deferred()
    const timer = setTimeout(() => {
      reject(new AdapterError(`Redis did not answer within ${this.timeout} ms.`))
      giveUp.abort()
    }, this.timeout)
    try {
      return await Promise.race([this.#send(command, giveUp.signal), promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /** An answer that is a list. */
  async list(...command: Command): Promise<string[]> {
    return flat(await this.run(...command))
  }
}

/** Of the names that two clients share, each is asked for where only one is left: `command` is in the packages, too. */
function senderOf(client: RedisClient): Send {
  if (has(client, 'call')) return ([name, ...args]) => client.call(name, args)
  if (has(client, 'getSlotMaster'))
    return (command, abortSignal) => client.sendCommand(firstKeyOf(command), false, command, { abortSignal })
  if (has(client, 'sendCommand'))
    return (command, abortSignal) => client.sendCommand(command, { abortSignal })
  if (has(client, 'send')) return ([name, ...args]) => client.send(name, args)
  if (has(client, 'command')) return command => client.command(command)
  throw new AdapterError(
    'RedisAdapter takes a client of `redis` or `ioredis`, or an object with a method `command(args)`.',
  )
}

function has<K extends string>(
  client: RedisClient,
  method: K,
): client is Extract<RedisClient, Record<K, unknown>> {
  return typeof Reflect.get(Object(client), method) === 'function'
}

/** The keys of a script stand behind its name and their number. */
function firstKeyOf([name, ...args]: Command): string | undefined {
  return name.startsWith('EVAL') ? args[2] : args[0]
}

/** Version 3 of the protocol has maps and sets where version 2 has lists. */
function flat(answer: unknown): string[] {
  if (answer instanceof Map) return [...answer].flat()
  if (answer instanceof Set || Array.isArray(answer)) return [...answer]
  if (typeof answer === 'object' && answer !== null) return Object.entries(answer).flat()
  return []
}

function deferred() {
  let reject: (error: AdapterError) => void = () => {}
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse
  })
  return { promise, reject }
}

/** Whether the server refused a command with this word, as all do at the beginning of the error's message. */
export function refusedWith(word: string, error: unknown): boolean {
  return asError(error).message.includes(word)
}
