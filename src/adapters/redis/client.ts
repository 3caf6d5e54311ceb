import { toError } from '../../base/to-error.js'
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
    readonly timeoutMs: number,
  ) {
    this.#send = createSender(client)
  }

  /**
   * Sends one command.
   *
   * Clients keep what they are given while the server is away, and some for ever; a visitor should not wait for that.
   */
  async run(...command: Command): Promise<unknown> {
    const abortController = new AbortController()
    const { promise, reject } = createDeferred()
    const timer = setTimeout(() => {
      reject(new AdapterError(`Redis did not answer within ${this.timeoutMs} ms.`))
      abortController.abort()
    }, this.timeoutMs)
    try {
      return await Promise.race([this.#send(command, abortController.signal), promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /** An answer that is a list. */
  async runForList(...command: Command): Promise<string[]> {
    return toStringList(await this.run(...command))
  }
}

/** Of the names that two clients share, each is asked for where only one is left: `command` is in the packages, too. */
function createSender(client: RedisClient): Send {
  if (hasMethod(client, 'call')) return ([name, ...args]) => client.call(name, args)
  if (hasMethod(client, 'getSlotMaster'))
    return (command, abortSignal) => client.sendCommand(getFirstKey(command), false, command, { abortSignal })
  if (hasMethod(client, 'sendCommand'))
    return (command, abortSignal) => client.sendCommand(command, { abortSignal })
  if (hasMethod(client, 'send')) return ([name, ...args]) => client.send(name, args)
  if (hasMethod(client, 'command')) return command => client.command(command)
  throw new AdapterError(
    'RedisAdapter takes a client of `redis` or `ioredis`, or an object with a method `command(args)`.',
  )
}

function hasMethod<K extends string>(
  client: RedisClient,
  method: K,
): client is Extract<RedisClient, Record<K, unknown>> {
  return typeof Reflect.get(Object(client), method) === 'function'
}

/** The keys of a script stand behind its name and their number. */
function getFirstKey([name, ...args]: Command): string | undefined {
  return name.startsWith('EVAL') ? args[2] : args[0]
}

/** Version 3 of the protocol has maps and sets where version 2 has lists. */
function toStringList(reply: unknown): string[] {
  if (reply instanceof Map) return [...reply].flat()
  if (reply instanceof Set || Array.isArray(reply)) return [...reply]
  if (typeof reply === 'object' && reply !== null) return Object.entries(reply).flat()
  return []
}

function createDeferred() {
  let reject: (error: AdapterError) => void = () => {}
  const promise = new Promise<never>((_, rejectPromise) => {
    reject = rejectPromise
  })
  return { promise, reject }
}

/** Whether the server refused a command with this word, as all do at the beginning of the error's message. */
export function isRedisError(code: string, error: unknown): boolean {
  return toError(error).message.includes(code)
}
