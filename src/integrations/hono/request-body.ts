import type { Context } from 'hono'
import { AuthError } from '../../errors.js'
import { toIncomingRequest } from '../../server.js'
import { encodeMultipartForm } from '../node/encode-form.js'

/**
 * Reads the body as text. If middleware has read it with a function of `c.req`, Hono has kept it.
 *
 * @returns null if the body has more than `maxBytes` bytes
 * @throws AuthError if other code has consumed the body
 */
export async function readBody(c: Context, maxBytes: number): Promise<string | null> {
  if (!c.req.raw.bodyUsed) return toIncomingRequest(c.req.raw).readBody(maxBytes)
  const text = await readKeptBody(c).catch(throwConsumedError)
  return new TextEncoder().encode(text).byteLength > maxBytes ? null : text
}

/** A kept form is encoded again, because `c.req.text()` returns it as `multipart/form-data`. */
async function readKeptBody(c: Context): Promise<string> {
  const type = c.req.header('content-type') ?? ''
  if (!/urlencoded|multipart/i.test(type)) return c.req.text()
  const fields = [...(await c.req.formData())].map(([name, value]) => [name, String(value)])
  // `c.req.text()` has another boundary than the content type.
  if (/multipart/i.test(type)) return encodeMultipartForm(Object.fromEntries(fields), type)
  return new URLSearchParams(fields).toString()
}

function throwConsumedError(cause: Error): never {
  const message =
    'The body was read before `auth`. Call `app.use(auth)` first, or read it with `c.req.parseBody()` instead of `c.req.raw`.'
  throw new AuthError(message, { cause })
}
