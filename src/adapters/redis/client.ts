import { toError } from '../../base/to-error.js'
import { AdapterError } from '../../errors.js'

/**
 * A Redis client: of the package `redis` (including `createCluster` and `createSentinel`), of `ioredis` (including `Cluster`),
 * of Bun, or a custom object with a `command` method. It is detected by its methods; no package is imported.
 */
export type RedisClient =
  | NodeRedisClient
  | NodeRedisCluster
  | NodeRedisSentinel
  | IoRedisClient
  | BunRedisClient
  | CommandClient

/** A custom client that can send a command, such as one for Upstash over HTTP. */
export interface CommandClient {
  /** Sends one command, its name first, and resolves to the reply. Rejects with the server's error. */
  command(args: string[]): Promise<unknown>
}

/** A client that `createClient` or `createClientPool` of the package `redis` returns. */
export interface NodeRedisClient {
  sendCommand(args: string[], options?: { abortSignal?: AbortSignal }): Promise<unknown>
}

/** A client that `createCluster` of the package `redis` returns. */
export interface NodeRedisCluster {
  getSlotMaster(slot: number): unknown
  sendCommand(
    firstKey: string | undefined,
    isReadonly: boolean | undefined,
    args: string[],
    options?: { abortSignal?: AbortSignal },
  ): Promise<unknown>
}

/** A client that `createSentinel` of the package `redis` returns. */
export interface NodeRedisSentinel {
  getSentinelNode(): unknown
  sendCommand(
    isReadonly: boolean | undefined,
    args: string[],
    options?: { abortSignal?: AbortSignal },
  ): Promise<unknown>
}

/** An instance of `Redis` or `Cluster` of the package `ioredis`. */
export interface IoRedisClient {
  call(command: string, args: string[]): Promise<unknown>
}

/** An instance of Bun's `RedisClient`. */
export interface BunRedisClient {
  send(command: string, args: string[]): Promise<unknown>
}

type Command = [name: string, ...args: string[]]
type Send = (command: Command, signal: AbortSignal) => Promise<unknown>

/** A client with a timeout in milliseconds. */
export class TimeoutClient {
  readonly #send: Send

  constructor(
    client: RedisClient,
    readonly timeoutMs: number,
  ) {
    this.#send = createSender(client)
  }

  /**
   * Sends one command. Rejects after the timeout: clients queue commands while the server is unreachable, some without a
   * limit.
   */
  async run(...command: Command): Promise<unknown> {
    const abortController = new AbortController()
    const { promise, reject } = createDeferred()
    const timer = setTimeout(() => {
      reject(new AdapterError(`Redis did not respond within ${this.timeoutMs} ms.`))
      abortController.abort()
    }, this.timeoutMs)
    try {
      return await Promise.race([this.#send(command, abortController.signal), promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends one command whose reply is a list. */
  async runForList(...command: Command): Promise<string[]> {
    return toStringList(await this.run(...command))
  }
}

/** Detects the client. The order matters: clients share method names, and the packages have a `command`, too. */
function createSender(client: RedisClient): Send {
  if (hasMethod(client, 'call')) return ([name, ...args]) => client.call(name, args)
  // Version 3 has callbacks instead of promises, and other methods of the same names.
  if (typeof Reflect.get(Object(client), 'send_command') === 'function')
    throw new AdapterError(
      'RedisAdapter requires version 4 or newer of the package `redis`. The client is of an older version. Update it: npm install redis@latest',
    )
  if (hasMethod(client, 'getSlotMaster'))
    return (command, abortSignal) => client.sendCommand(getFirstKey(command), false, command, { abortSignal })
  // Read-only commands can go to a replica, where a session that has ended can still exist.
  if (hasMethod(client, 'getSentinelNode'))
    return (command, abortSignal) => client.sendCommand(false, command, { abortSignal })
  if (hasMethod(client, 'sendCommand'))
    return (command, abortSignal) => client.sendCommand(command, { abortSignal })
  if (hasMethod(client, 'send')) return ([name, ...args]) => client.send(name, args)
  if (hasMethod(client, 'command')) return command => client.command(command)
  throw new AdapterError(
    'RedisAdapter received an unsupported client. Pass a client of `redis`, `ioredis` or Bun, or an object with a method `command(args)`.',
  )
}

function hasMethod<K extends string>(
  client: RedisClient,
  method: K,
): client is Extract<RedisClient, Record<K, unknown>> {
  return typeof Reflect.get(Object(client), method) === 'function'
}

/** Returns the first key. The keys of a script follow its hash or source and their number. */
function getFirstKey([name, ...args]: Command): string | undefined {
  return name.startsWith('EVAL') ? args[2] : args[0]
}

/** Converts a reply to a list. RESP3 has maps and sets where RESP2 has lists. */
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

/** Returns whether the server rejected a command with this error code, which is part of the error's message. */
export function isRedisError(code: string, error: unknown): boolean {
  return toError(error).message.includes(code)
}
