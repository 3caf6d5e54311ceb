import * as platform from '#crypto'
import { isPromise } from '../../base/awaitable.js'
import { Cache } from '../../base/cache.js'
import { toError } from '../../base/to-error.js'
import { toAsciiEmail } from '../../email/domain-spellings.js'
import type { Awaitable } from '../../types/common.js'
import type { Context } from '../../types/context.js'
import type { CredentialInput, CredentialsConfig } from '../../types/provider.js'

/** The inputs that do not say which account it is: what is secret, and what is not text. */
const otherInputTypes = /^(?:password|checkbox|radio|hidden|submit|button|file|image|reset|range|color)$/i

/** The names of inputs that contain a secret, also if their type does not say so. An attacker would change them at each attempt. */
const secretNames = /pass|pwd|secret|token|code|otp|pin$|captcha|csrf/i

/** The names of inputs that say which account it is on their own. */
const accountNames = /^(?:e?mail|user|user_?name|user_?id|login|identifier|phone)$/i

/**
 * Returns what submitted credentials call the account: the option `throttling.identify`, else the declared inputs without secrets. Several
 * names are counted each on its own.
 */
export function identifyAccount(
  { settings }: Context,
  fields: Record<string, unknown>,
  provider: CredentialsConfig,
): readonly string[] {
  const { identify } = settings.throttling ?? {}
  if (!identify) return listAccountNames(fields, provider.credentials)
  try {
    const account: unknown = identify({ ...fields }, provider)
    return typeof account === 'string' && account !== '' ? [account] : []
  } catch (error) {
    settings.logger.error(toError(error))
    return []
  }
}

/**
 * Lists the values that say which account it is. The app may ignore any field, so a field that differs at each attempt must not make
 * the attempts differ: an email address or a user name counts on its own. Other declared inputs count together.
 */
export function listAccountNames(
  fields: Readonly<Record<string, unknown>>,
  inputs: Readonly<Record<string, CredentialInput>> | undefined = {},
): readonly string[] {
  const declared = Object.entries(inputs)
    .filter(isIdentifying)
    .map(([name]) => name)
  const candidates = declared.length > 0 ? declared : Object.keys(fields)
  const names = candidates.filter(name => accountNames.test(name))
  const values = (names.length > 0 ? names : declared)
    .map(name => (Object.hasOwn(fields, name) ? String(fields[name] ?? '') : ''))
    .filter(Boolean)
  return names.length > 0 || values.length < 2 ? values : [JSON.stringify(values)]
}

function isIdentifying([name, { type = 'text', autocomplete = '' }]: [string, CredentialInput]): boolean {
  return (
    !otherInputTypes.test(type) && !secretNames.test(name) && !/one-time-code|password/.test(autocomplete)
  )
}

/** Derives the key of an account. Stores and cookies contain no names of accounts, and no two spellings of one. */
export function deriveAccountKey(ctx: Context, account: string): Promise<string> {
  return deriveKey(ctx, 'account', toAsciiEmail(account.normalize('NFKC').trim().toLowerCase()))
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
