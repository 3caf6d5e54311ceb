/**
 * What the counts of an attempt belong to: the names that a request gives an account, the keys of these names, and the browsers in which a
 * user signed in before.
 *
 * @module
 */

import * as platform from '#crypto'
import { Cache, chain, joinAll } from '../base/cache.js'
import { toError } from '../base/to-error.js'
import { encodeToken, openSealedClaims } from '../crypto/jwt.js'
import { toAsciiEmail, toUnicodeEmail } from '../email/address.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { ResolvedUser } from '../types/identity.js'
import type { CredentialInput, CredentialsConfig } from '../types/provider.js'
import type { AccountName } from '../types/throttling.js'
import type { User } from '../types/user.js'

/** The inputs that do not say which account it is: what is secret, and what is not text. */
const otherInputTypes = /^(?:password|checkbox|radio|hidden|submit|button|file|image|reset|range|color)$/i

/** The names of inputs that contain a secret, also if their type does not say so. An attacker would change them at each attempt. */
const secretNames = /pass|pwd|secret|token|code|otp|pin$|captcha|csrf/i

/** The names of inputs that say which account it is on their own. */
const accountNames = /^(?:e?mail|user|user_?name|user_?id|login|identifier|phone)$/i

/**
 * Maximum number of names in the fields of a provider that declares no inputs. Forms have one or two. Requests with more of them share one
 * count.
 */
const maxNames = 4

/** Returns what submitted credentials call the account: the option `throttling.identify`, else the fields that say it. */
export async function identifyAccount(
  { settings }: Context,
  fields: Record<string, unknown>,
  provider: CredentialsConfig,
): Promise<readonly AccountName[]> {
  const { identify } = settings.throttling ?? {}
  if (!identify) return listAccountNames(fields, provider.credentials)
  try {
    const account: unknown = await identify({ ...fields }, provider)
    return typeof account === 'string' && account !== '' ? [{ kind: 'account', value: account }] : []
  } catch (error) {
    // Without a name, an attempt would have no limit.
    settings.logger.error(toError(error))
    return listAccountNames(fields, provider.credentials)
  }
}

/**
 * Lists the values that say which account it is: an email address or a user name, else all declared inputs together.
 *
 * The app may ignore the first field and read a later one, so later ones count too: each under a kind of its own, which only limits other
 * requests that have it as a later field. So they do not use up the attempts of anyone who signs in with that name.
 */
export function listAccountNames(
  fields: Readonly<Record<string, unknown>>,
  inputs: Readonly<Record<string, CredentialInput>> | undefined = {},
): readonly AccountName[] {
  const declared = Object.entries(inputs)
    .filter(isIdentifying)
    .map(([name]) => name)
  const candidates = declared.length > 0 ? declared : Object.keys(fields)
  const names = candidates.filter(name => accountNames.test(name))
  if (names.length === 0) return joinValues(readFields(fields, declared))
  const [first, ...others] = readFields(fields, names)
  if (!first) return []
  if (declared.length === 0 && others.length >= maxNames)
    return [first, { kind: 'many fields', value: 'all' }]
  return [first, ...others.map(({ kind, value }) => ({ kind: `${laterPrefix}${kind}`, value }))]
}

function readFields(fields: Readonly<Record<string, unknown>>, names: readonly string[]): AccountName[] {
  return names
    .map(name => ({
      kind: toKind(name),
      value: Object.hasOwn(fields, name) ? String(fields[name] ?? '') : '',
    }))
    .filter(({ value }) => value !== '')
}

function toKind(name: string): string {
  const kind = name.toLowerCase().replace('_', '')
  return kind === 'mail' ? 'email' : kind
}

/** Inputs that say only together which account it is. */
function joinValues(values: readonly AccountName[]): readonly AccountName[] {
  if (values.length === 0) return []
  const [{ value } = { value: '' }] = values
  return [
    { kind: 'fields', value: values.length === 1 ? value : JSON.stringify(values.map(name => name.value)) },
  ]
}

function isIdentifying([name, { type = 'text', autocomplete = '' }]: [string, CredentialInput]): boolean {
  return (
    !otherInputTypes.test(type) && !secretNames.test(name) && !/one-time-code|password/.test(autocomplete)
  )
}

const userNameFields = ['username', 'userName', 'user_name', 'login']
const phoneFields = ['phone', 'phoneNumber', 'phone_number']

/** The fields of a user that a submitted name of a kind can be. The first list decides, if the user has one of its fields. */
const fieldsByKind: Readonly<Record<string, readonly [own: readonly string[], others?: readonly string[]]>> =
  {
    email: [['email']],
    userid: [['id']],
    phone: [phoneFields],
  }

const defaultFields = [userNameFields, ['email', 'id', ...phoneFields]] as const

/** The kinds that are the account by definition. */
const certainKinds: ReadonlySet<string> = new Set(['account', 'fields', 'user'])

/**
 * Returns which of the submitted names belong to the user whom `authorize` returned. A request can name other accounts in further fields,
 * which it does not verify.
 */
export function listNamesOfUser(names: readonly AccountName[], user: User): readonly AccountName[] {
  return names.filter(name => isNameOfUser(name, user, names.length === 1))
}

function isNameOfUser(name: AccountName, user: User, isOnlyName: boolean): boolean {
  const kind = getFieldKind(name)
  if (certainKinds.has(kind)) return true
  if (kind === 'many fields') return false
  const [own, others = []] = fieldsByKind[kind] ?? defaultFields
  const known = readValues(user, own)
  // Without a field to compare with, the only name is the one by which the app found the user.
  if (known.length === 0 && isOnlyName) return true
  const folded = normalizeName(name.value)
  return [...known, ...readValues(user, others)].some(value => normalizeName(value) === folded)
}

function readValues(user: User, fields: readonly string[]): readonly string[] {
  const values: readonly unknown[] = fields.map(field => Reflect.get(user, field))
  return values
    .filter(value => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .filter(Boolean)
}

/** Half a year, in seconds. Each sign-in renews it. */
const maxAge = 15_552_000

/** Maximum number of names of accounts that one browser is known for: about three for each user. */
const maxAccounts = 6

/** The keys of owners by the key of their account. */
type KnownAccounts = ReadonlyMap<string, string>

/**
 * Remembers in a sealed cookie that the user signed in with this browser, so that failed attempts of others do not keep the user out. It
 * stands for no authentication: it only tells apart the attempts of the owner from those of others.
 */
export async function setDeviceCookie(ctx: Context, resolvedUser: ResolvedUser): Promise<void> {
  const { name, options } = getCookieOption(ctx)
  const names = await listNames(ctx, resolvedUser)
  const accounts = new Map(
    await joinAll(names.map(account => deriveKnownAccount(ctx, resolvedUser, account))),
  )
  for (const [account, owner] of await readKnownAccounts(ctx))
    if (!accounts.has(account) && accounts.size < maxAccounts) accounts.set(account, owner)
  const token = { accounts: [...accounts] }
  const value = await encodeToken({ token, secret: ctx.settings.secrets, salt: name, maxAge })
  ctx.jar.set(name, value, { ...options, maxAge, expires: new Date(Date.now() + maxAge * 1000) })
}

function deriveKnownAccount(
  ctx: Context,
  { user }: ResolvedUser,
  name: AccountName,
): Awaitable<[account: string, owner: string]> {
  return chain(deriveAccountKey(ctx, name), accountKey =>
    chain(deriveOwnerKey(ctx, user.id, accountKey), ownerKey => [accountKey, ownerKey]),
  )
}

/** Lists what sign-in methods call the user: the id, the email address, and submitted names that are those of the user. */
async function listNames(ctx: Context, { identity, user }: ResolvedUser): Promise<readonly AccountName[]> {
  const { credentials, emailVerified, account } = identity
  const provider = ctx.settings.providers.get(account.provider)
  const submitted =
    credentials && provider?.type === 'credentials'
      ? listNamesOfUser(await identifyAccount(ctx, credentials, provider), identity.user)
      : []
  // Without an adapter, users of two providers can have the same email address.
  const email = ctx.settings.adapter || emailVerified ? user.email : null
  return [{ kind: 'user', value: user.id }, ...submitted, ...(email ? [{ kind: 'email', value: email }] : [])]
}

/** A function that returns the key of the owner of an account, or null. */
export type FindOwnerKey = (name: AccountName, accountKey: string) => Awaitable<string | null>

/**
 * Reads who is known to the browser: users who signed in with it before, or are signed in. The owner of an account has a count of their
 * own, so that failed attempts of others do not keep the owner out.
 */
export function readKnownOwners(ctx: Context): Awaitable<FindOwnerKey> {
  let user: Promise<SignedInUser | null> | undefined
  return chain(readKnownAccounts(ctx), knownAccounts => (name, accountKey) => {
    const ownerKey = knownAccounts.get(accountKey)
    if (ownerKey !== undefined) return ownerKey
    user ??= findSignedInUser(ctx)
    return chain(user, signedIn =>
      signedIn && hasName(signedIn, name) ? deriveOwnerKey(ctx, signedIn.id, accountKey) : null,
    )
  })
}

interface SignedInUser {
  readonly id: string
  readonly email: string | null
}

async function findSignedInUser(ctx: Context): Promise<SignedInUser | null> {
  const { adapter, logger } = ctx.settings
  const { sessionStrategy } = ctx.services
  try {
    const { user } = (await sessionStrategy.getCurrentUser(ctx)) ?? {}
    return user?.id ? { id: user.id, email: (adapter ? user.email : null) ?? null } : null
  } catch (error) {
    // Without a session, the user waits like anyone else.
    logger.error(toError(error))
    return null
  }
}

function hasName({ id, email }: SignedInUser, { kind, value }: AccountName): boolean {
  const folded = normalizeName(value)
  const isEmail = email !== null && normalizeName(email) === folded
  if (kind === 'email') return isEmail
  return nameKinds.has(kind) && (isEmail || normalizeName(id) === folded)
}

/** The kinds of names that can be the id or the email address of a user. */
const nameKinds: ReadonlySet<string> = new Set([
  'account',
  'fields',
  'identifier',
  'login',
  'user',
  'userid',
  'username',
])

/** Contains the user, so that a second account with the same name brings only one more count. */
function deriveOwnerKey(ctx: Context, userId: string, accountKey: string): Awaitable<string> {
  return deriveKey(ctx, 'owner', userId + accountKey)
}

function readKnownAccounts(ctx: Context): Awaitable<KnownAccounts> {
  const { name } = getCookieOption(ctx)
  return chain(openSealedClaims(ctx.jar.get(name), ctx.settings.secrets, name), claims => {
    const entries: readonly unknown[] = Array.isArray(claims?.accounts) ? claims.accounts : []
    return new Map(entries.filter(isKnownAccount))
  })
}

function isKnownAccount(entry: unknown): entry is [string, string] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((key: unknown) => typeof key === 'string')
}

/** Returns the name and attributes of the cookie. They derive from the `state` cookie. */
function getCookieOption({ cookieOptions }: Context) {
  const { name, options } = cookieOptions.state
  return { name: `${name}-device`, options }
}

/**
 * Derives the key of an account from the kind of the name and its folded spelling. Stores and cookies contain no names of accounts, and
 * the names of two kinds never share a key.
 */
export function deriveAccountKey(ctx: Context, { kind, value }: AccountName): Awaitable<string> {
  return deriveKey(ctx, 'account', `${kind}\0${normalizeName(value)}`)
}

/** Derives a key from a name by a keyed hash (HMAC with SHA-256), so that it cannot be guessed from the store. */
export function deriveKey({ settings }: Context, purpose: string, name: string): Awaitable<string> {
  const [secret = ''] = settings.secrets
  const info = `throttling ${purpose} ${settings.tenant ?? ''}`
  return chain(getHashKey(secret, info), hashKey =>
    chain(platform.computeHmac('SHA-256', hashKey, new TextEncoder().encode(name)), mac =>
      platform.toHex(mac.subarray(0, 12)),
    ),
  )
}

const hashKeys = new Cache<Uint8Array>(256)

/** Returns the key of the hash, derived from the secret by HKDF. Cached, because each sign-in hashes several names. */
function getHashKey(secret: string, info: string): Awaitable<Uint8Array> {
  const name = `${info.length}.${info}${secret}`
  return (
    hashKeys.get(name) ?? chain(platform.deriveKeyBytes(secret, '', info, 32), key => hashKeys.set(name, key))
  )
}

/** Letters that databases compare as others, and that have no decomposition in Unicode. Those of `toUpperCase` are not listed. */
const lookalikes: ReadonlyMap<string, string> = new Map([
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ł', 'l'],
  ['ŋ', 'n'],
  ['ŧ', 't'],
  ['þ', 'th'],
  ['ς', 'σ'],
])

/**
 * Folds the spellings that a database may find as one account: Unicode forms, case, invisible characters, diacritics and blanks. The
 * result is only for counting: two accounts that it folds into one share their limits.
 */
export function normalizeName(name: string): string {
  const unicodeName = toUnicodeEmail(name.normalize('NFKC').trim().toLowerCase())
  const folded = normalizeOnce(unicodeName)
  // Folding can produce characters that fold again, such as a letter and a mark that compose.
  return folded === unicodeName ? folded : normalizeOnce(folded)
}

function normalizeOnce(name: string): string {
  const folded = name
    .normalize('NFKC')
    // Default ignorable code points, such as a zero-width space, a soft hyphen and a variation selector, and control characters.
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}]|(?!\s)\p{Cc}/gu, '')
    // "ß" has only an upper case of two letters, and "ı" shares that of "i".
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, letter => lookalikes.get(letter) ?? letter)
    .replace(/\s+/gu, ' ')
    .trim()
  return toAsciiEmail(folded.normalize('NFKC'))
}

/** The beginning of the kind of a name that is in a later field. */
const laterPrefix = 'later '

/** Returns the kind of the field, whether or not other fields come before it. */
function getFieldKind({ kind }: AccountName): string {
  return kind.startsWith(laterPrefix) ? kind.slice(laterPrefix.length) : kind
}
