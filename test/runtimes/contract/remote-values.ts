import { customFetch } from 'latchkey/fetch'

/** A function of another process, by its id. */
export interface FunctionReference {
  readonly $function: number
}

/** Encodes a value as JSON. `refer` returns what represents a function. */
export function encode(
  value: unknown,
  refer: (run: (...args: unknown[]) => unknown, owner: unknown) => FunctionReference | null,
  owner: unknown = null,
): unknown {
  if (value === undefined) return { $undefined: true }
  if (value instanceof Date) return { $date: value.toISOString() }
  if (typeof value === 'function') return refer(value as (...args: unknown[]) => unknown, owner)
  if (Array.isArray(value)) return value.map(item => encode(item, refer))
  if (value instanceof Request || value instanceof Error) return null
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, encode(member, refer, value)])
  if (customFetch in value) entries.push(['$fetch', encode(value[customFetch], refer)])
  return Object.fromEntries(entries)
}

/** Decodes what {@link encode} has encoded. */
export function decode(
  value: unknown,
  call: (id: number, args: readonly unknown[]) => Promise<unknown>,
): unknown {
  if (Array.isArray(value)) return value.map(item => decode(item, call))
  if (typeof value !== 'object' || value === null) return value
  if ('$undefined' in value) return undefined
  if ('$date' in value) return new Date(String(value.$date))
  if ('$function' in value) return (...args: unknown[]) => call(Number(value.$function), args)
  const { $fetch, ...rest }: Record<string, unknown> = { ...value }
  const decoded = Object.fromEntries(Object.entries(rest).map(([name, item]) => [name, decode(item, call)]))
  if ($fetch === undefined) return decoded
  const { $function: id } = $fetch as FunctionReference
  return { ...decoded, [customFetch]: createRemoteFetch(args => call(id, args)) }
}

/** A request or a response as JSON. */
interface Message {
  readonly status: number
  readonly headers: [string, string][]
  readonly body: string
}

function createRemoteFetch(call: (args: readonly unknown[]) => Promise<unknown>): typeof fetch {
  return async (input, init) => {
    const { url, method, headers } = new Request(input, init)
    const text = await new Request(input, init).text()
    const sent = { method, headers: [...headers], body: text || null }
    const { status, headers: received, body } = (await call([url, sent])) as Message
    return new Response(body, { status, headers: received })
  }
}

/** Returns a response of the custom `fetch` as JSON, and other values as they are. */
export async function toMessage(value: unknown): Promise<unknown> {
  if (!(value instanceof Response)) return value
  return { status: value.status, headers: [...value.headers], body: await value.text() }
}
