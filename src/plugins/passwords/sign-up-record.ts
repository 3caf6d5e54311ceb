/**
 * Sign-ups that wait for a proof of the email address. They are apart from the users: until the proof, an address has no account, and no other
 * method finds one.
 *
 * @module
 */
import {
  generateToken,
  hashSha256Hex,
  isRecord,
  isTimingSafeEqual,
  type PluginContext,
  requireRecords,
  type StoredRecord,
} from '../../plugins.js'

/** The kind of the records. The id is the hash of the email address. */
const signUpKind = 'password-sign-up'
/** How long a link works: a day, in seconds. */
export const signUpMaxAge = 86_400
const cookieName = 'sign-up'
const sealPurpose = 'sign-up-record'

/** What a visitor entered. */
export interface NewSignUp {
  readonly email: string
  readonly name: string
  /** Folded. Null if users have no user names. */
  readonly username: string | null
  /** The hash of the password. */
  readonly hash: string
}

/** A sign-up that waits. */
export interface WaitingSignUp extends NewSignUp {
  /** Whether the address was proven, and the user may exist without the password. */
  readonly isConfirmed: boolean
  readonly record: StoredRecord
  /** Whether this browser entered the password. */
  readonly isSameBrowser: boolean
}

/**
 * Stores a sign-up, in place of an earlier one of the address, whose link ends.
 *
 * With `isTaken`, the owner of the address has an account: the statements are the same, and no link works.
 *
 * @returns the token of the link
 */
export async function saveSignUp(
  ctx: PluginContext,
  signUp: NewSignUp,
  { isTaken }: { readonly isTaken: boolean },
): Promise<string> {
  const secret = generateToken()
  const digest = await hashSha256Hex(isTaken ? generateToken() : secret)
  const expires = new Date(Date.now() + signUpMaxAge * 1000)
  await putSignUp(ctx, { ...signUp, digest, isConfirmed: false, expires })
  ctx.cookies.set(cookieName, await ctx.seal(cookieName, { digest }, signUpMaxAge), { maxAge: signUpMaxAge })
  return `${await hashSha256Hex(signUp.email)}.${secret}`
}

interface StoredSignUp extends NewSignUp {
  /** The hash of the token of the link. */
  readonly digest: string
  readonly isConfirmed: boolean
  readonly expires: Date
}

async function putSignUp(
  ctx: PluginContext,
  { expires, ...signUp }: StoredSignUp,
  ifVersion?: StoredRecord['version'],
): Promise<boolean> {
  const records = await requireSignUps(ctx)
  const maxAge = Math.max(1, Math.ceil((expires.getTime() - Date.now()) / 1000))
  const sealed = await ctx.seal(sealPurpose, { ...signUp }, maxAge)
  const record = {
    kind: signUpKind,
    id: await hashSha256Hex(signUp.email),
    userId: null,
    value: { sealed },
    expires,
  }
  return await records.putRecord(record, ...(ifVersion === undefined ? [] : [{ ifVersion }]))
}

/** Returns the sign-up of a link without using it up. Null if the link does not work. */
export async function readSignUp(ctx: PluginContext, token: string): Promise<WaitingSignUp | null> {
  const [id = '', secret = ''] = token.split('.')
  const record = await (await requireSignUps(ctx)).getRecord(signUpKind, id)
  const { sealed } = isRecord(record?.value) ? record.value : {}
  const claims = typeof sealed === 'string' ? await ctx.unseal(sealPurpose, sealed) : null
  const { email, name, username, hash, digest, isConfirmed } = claims ?? {}
  const texts = [email, name, hash, digest]
  if (!record || !texts.every(text => typeof text === 'string')) return null
  if (!isTimingSafeEqual(await hashSha256Hex(secret), String(digest))) return null
  return {
    email: String(email),
    name: String(name),
    username: typeof username === 'string' ? username : null,
    hash: String(hash),
    isConfirmed: isConfirmed === true,
    record,
    isSameBrowser: await isSameBrowser(ctx, String(digest)),
  }
}

async function isSameBrowser(ctx: PluginContext, digest: string): Promise<boolean> {
  const cookie = ctx.cookies.get(cookieName)
  const claims = cookie === undefined ? null : await ctx.unseal(cookieName, cookie)
  return claims?.digest === digest
}

/** Marks that the address was proven, until the link expires, before the user is created: a link that is used again after a crash then stores the password. */
export async function confirmSignUp(
  ctx: PluginContext,
  signUp: WaitingSignUp,
  token: string,
): Promise<boolean> {
  const { email, name, username, hash, record } = signUp
  const digest = await hashSha256Hex(token.split('.')[1] ?? '')
  const expires = record.expires ?? new Date()
  const confirmed = { email, name, username, hash, digest, isConfirmed: true, expires }
  return await putSignUp(ctx, confirmed, record.version)
}

/** Deletes a sign-up that was not confirmed. @returns false if it was confirmed or replaced meanwhile */
export async function deleteUnconfirmedSignUp(
  ctx: PluginContext,
  { record }: WaitingSignUp,
): Promise<boolean> {
  const { kind, id, version } = record
  return await (await requireSignUps(ctx)).deleteRecord(kind, id, { ifVersion: version })
}

/** Deletes a sign-up, whose user has the password now. */
export async function deleteSignUp(ctx: PluginContext, { record }: WaitingSignUp): Promise<void> {
  await (await requireSignUps(ctx)).deleteRecord(record.kind, record.id)
  ctx.cookies.clear(cookieName)
}

function requireSignUps(ctx: PluginContext) {
  return requireRecords(ctx, 'sign-ups')
}
