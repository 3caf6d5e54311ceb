/**
 * Seals secrets that are stored, such as those of a second factor: `lk1.<key id>.<iv>.<ciphertext and tag>`, encrypted with AES-256-GCM.
 * With a tenant, `.<tenant>` follows in base64url, so that a value can be sealed again without the configuration of its tenant.
 * A key ring is a list of secrets, newest first. The newest seals, and all of them unseal.
 *
 * @module
 */
import * as platform from '#crypto'
import { Cache } from '../base/cache.js'
import { InvalidSealedValue, MissingSecret, UnknownEncryptionKey } from '../errors.js'
import type { CipherKey, Sealed } from './platform.js'

const prefix = 'lk1.'
const tagLength = 16
const maxKeys = 256

/** Where a sealed value is stored. It cannot be unsealed anywhere else, so that values of two users cannot be swapped. */
export interface SealContext {
  /** What the value is for. Each purpose has its own key, because random IVs are safe for 2^32 values per key. */
  readonly purpose: string
  /** The kind of the record. */
  readonly kind: string
  /** The id of the record. */
  readonly id: string
  /** The location inside the record. */
  readonly field: string
  /** The tenant that the value belongs to. Undefined if the configuration has none. */
  readonly tenant?: string | undefined
}

/**
 * Returns the place of a sealed value in a record. Each kind is a purpose of its own.
 *
 * @param field JSON Pointer of RFC 6901, such as `/secret`
 */
export function getRecordSealContext(
  { kind, id }: { readonly kind: string; readonly id: string },
  field: string,
): SealContext {
  return { purpose: `record ${kind}`, kind, id, field }
}

/** The key of one secret for one purpose. */
interface SealingKey {
  readonly keyId: string
  readonly cipher: CipherKey
}

const keys = new Cache<SealingKey>(maxKeys)

/** Checks for a text that {@link sealValue} returned. */
export function isSealedValue(text: string): boolean {
  return text.startsWith(prefix)
}

/**
 * Seals a text with the newest secret.
 *
 * @throws MissingSecret if the key ring is empty
 */
export async function sealValue(
  text: string,
  secrets: readonly string[],
  place: SealContext,
): Promise<string> {
  const { keyId, cipher } = await getNewestKey(secrets, place)
  const { iv, ciphertext, tag } = await platform.encrypt(cipher, buildAssociatedData(place), text)
  return [`${prefix}${keyId}`, iv, joinTag(ciphertext, tag), ...encodeTenant(place)].join('.')
}

/**
 * Unseals a text with the secret that sealed it.
 *
 * @throws UnknownEncryptionKey if that secret is not in the key ring
 * @throws InvalidSealedValue if the text was modified, or sealed for another place
 */
export async function unsealValue(
  sealed: string,
  secrets: readonly string[],
  place: SealContext,
): Promise<string> {
  const { keyId, parts } = parseSealedValue(sealed, place)
  const ring = await Promise.all(secrets.map(secret => getKey(secret, place)))
  const key = ring.find(candidate => candidate.keyId === keyId)
  if (!key) throw createUnknownKeyError(keyId, place)
  const text = await platform.decrypt(key.cipher, buildAssociatedData(place), parts)
  if (text === null) throw createInvalidValueError(place)
  return text
}

/** Returns whether a sealed text has another key than the newest. */
export async function needsReseal(
  sealed: string,
  secrets: readonly string[],
  place: SealContext,
): Promise<boolean> {
  const { keyId } = await getNewestKey(secrets, place)
  return parseSealedValue(sealed, place).keyId !== keyId
}

async function getNewestKey([newest]: readonly string[], place: SealContext): Promise<SealingKey> {
  if (!newest)
    throw new MissingSecret('Set `encryptionKeys` or `secret`: there is no key to seal a stored secret with.')
  return await getKey(newest, place)
}

async function getKey(secret: string, { purpose }: SealContext): Promise<SealingKey> {
  const name = `${purpose.length}.${purpose}${secret}`
  return keys.get(name) ?? keys.set(name, await deriveKey(secret, purpose))
}

/** Derives the key, and its id, which does not reveal the secret: HKDF, RFC 5869. */
async function deriveKey(secret: string, purpose: string): Promise<SealingKey> {
  const [bytes, keyIdBytes] = await Promise.all([
    platform.deriveKeyBytes(secret, '', `Latchkey sealed value (${purpose})`, 32),
    platform.deriveKeyBytes(secret, '', 'Latchkey key id', 6),
  ])
  return { keyId: platform.toBase64url(keyIdBytes), cipher: await platform.importKey('A256GCM', bytes) }
}

/** JSON keeps the parts apart, whatever characters they contain. */
function buildAssociatedData({ purpose, kind, id, field, tenant }: SealContext): string {
  return JSON.stringify([purpose, kind, id, field, ...(tenant === undefined ? [] : [tenant])])
}

function encodeTenant({ tenant }: SealContext): string[] {
  return tenant === undefined ? [] : [platform.toBase64url(new TextEncoder().encode(tenant))]
}

/** Returns the tenant that a sealed value says it belongs to. Unsealing it verifies the tenant. */
export function readSealedTenant(sealed: string): string | undefined {
  const [, , , , tenant] = sealed.split('.')
  return tenant === undefined
    ? undefined
    : new TextDecoder().decode(platform.fromBase64url(tenant) ?? undefined)
}

function parseSealedValue(sealed: string, place: SealContext): { keyId: string; parts: Sealed } {
  const [, keyId, iv, body] = /^lk1\.([\w-]+)\.([\w-]+)\.([\w-]+)(?:\.[\w-]+)?$/.exec(sealed) ?? []
  const bytes = platform.fromBase64url(body ?? '')
  if (!keyId || !iv || !bytes) throw createInvalidValueError(place)
  if (readSealedTenant(sealed) !== place.tenant) throw createTenantError(sealed, place)
  const ciphertext = platform.toBase64url(bytes.subarray(0, -tagLength))
  return { keyId, parts: { iv, ciphertext, tag: platform.toBase64url(bytes.subarray(-tagLength)) } }
}

function joinTag(ciphertext: string, tag: string): string {
  const parts = [ciphertext, tag].map(part => platform.fromBase64url(part) ?? new Uint8Array())
  return platform.toBase64url(Uint8Array.from(parts.flatMap(part => [...part])))
}

function createUnknownKeyError(keyId: string, { kind, id, field }: SealContext): UnknownEncryptionKey {
  return new UnknownEncryptionKey(
    `A value of a record "${kind}" is sealed with the key "${keyId}", whose secret is missing. ` +
      'Add that secret to `encryptionKeys` (AUTH_ENCRYPTION_KEY), or to `secret` if `encryptionKeys` is not set, and run `npx latchkey reseal` before you remove it.',
    { keyId, kind, id, field },
  )
}

function createTenantError(sealed: string, { kind, id, field, tenant }: SealContext): InvalidSealedValue {
  const describe = (name: string | undefined) => (name === undefined ? 'no tenant' : `the tenant "${name}"`)
  return new InvalidSealedValue(
    `A sealed value of a record "${kind}" belongs to ${describe(readSealedTenant(sealed))}, and this configuration to ${describe(tenant)}. ` +
      'Give each tenant its own record store, or set the same `tenant` as before.',
    { kind, id, field },
  )
}

function createInvalidValueError({ kind, id, field }: SealContext): InvalidSealedValue {
  return new InvalidSealedValue(
    `A sealed value of a record "${kind}" was modified, or copied from another record or field.`,
    { kind, id, field },
  )
}
