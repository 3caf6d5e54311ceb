import * as platform from '#crypto'
import { isPromise } from '../base/awaitable.js'
import { Cache } from '../base/cache.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { AccountName } from '../types/throttling.js'
import { normalizeName } from './normalize-name.js'

/**
 * Derives the key of an account from the kind of the name and its folded spelling. Stores and cookies contain no names of accounts, and
 * the names of two kinds never share a key.
 */
export function deriveAccountKey(ctx: Context, { kind, value }: AccountName): Promise<string> {
  return deriveKey(ctx, 'account', `${kind}\0${normalizeName(value)}`)
}

/** Derives a key from a name by a keyed hash (HMAC with SHA-256), so that it cannot be guessed from the store. */
export async function deriveKey({ settings }: Context, purpose: string, name: string): Promise<string> {
  const [secret = ''] = settings.secrets
  const info = `throttling ${purpose} ${settings.tenant ?? ''}`
  const key = getHashKey(secret, info)
  const hashKey = isPromise(key) ? await key : key
  const mac = await platform.computeHmac('SHA-256', hashKey, new TextEncoder().encode(name))
  return platform.toHex(mac.subarray(0, 12))
}

const hashKeys = new Cache<Uint8Array>(256)

/** Returns the key of the hash, derived from the secret by HKDF. Cached, because each sign-in hashes several names. */
function getHashKey(secret: string, info: string): Awaitable<Uint8Array> {
  const name = `${info.length}.${info}${secret}`
  return hashKeys.get(name) ?? deriveHashKey(secret, info).then(key => hashKeys.set(name, key))
}

async function deriveHashKey(secret: string, info: string): Promise<Uint8Array> {
  return await platform.deriveKeyBytes(secret, '', info, 32)
}
