/**
 * User names: one record for each, whose id is the folded name. So a name has one owner, also if several visitors choose it at the same time.
 *
 * @module
 */
import {
  generateToken,
  hashSha256Hex,
  isRecord,
  type JsonObject,
  type OperationUser,
  type PluginContext,
  requireRecords,
  type StoredRecord,
} from '../../plugins.js'

/** The kind of the records. */
export const usernameKind = 'username'

/** Options of user names. */
export interface UsernameOptions {
  /** Names that no user can have, beside those that Latchkey knows, such as `admin`. @default [] */
  readonly reserved?: readonly string[] | undefined
  /** What users sign in with: the email address or the user name, or the user name alone. @default 'either' */
  readonly signInWith?: 'either' | 'username' | undefined
}

/** The settings of user names. */
export interface UsernameSettings {
  /** Folded. */
  readonly reserved: ReadonlySet<string>
  readonly signInWith: 'either' | 'username'
}

const reservedNames =
  'abuse account accounts admin administrator all anonymous api auth billing everyone guest help here host hostmaster info login logout mail me moderator no-reply noreply null oauth official owner password postmaster register root security settings sign-in sign-up signin signout signup staff status support system team undefined user username users webmaster www'.split(
    ' ',
  )

/** Returns whether a value is one of the option `username`. */
export function isUsernameOption(value: unknown): value is boolean | UsernameOptions {
  if (typeof value === 'boolean') return true
  if (!isRecord(value)) return false
  const { reserved = [], signInWith = 'either', ...others } = value
  const areTexts = Array.isArray(reserved) && reserved.every((name: unknown) => typeof name === 'string')
  const isKnown = signInWith === 'either' || signInWith === 'username'
  return areTexts && isKnown && Object.keys(others).length === 0
}

/** Resolves the option `username`. */
export function resolveUsernameSettings({
  reserved = [],
  signInWith = 'either',
}: UsernameOptions): UsernameSettings {
  return { reserved: new Set([...reservedNames, ...reserved.map(normalizeUsername)]), signInWith }
}

/** Names that look the same are one name: letters differ neither by case nor by width. */
function normalizeUsername(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase()
}

/** ASCII, because letters of other scripts can look like these. */
const usernamePattern = /^[a-z0-9][a-z0-9._-]{1,28}[a-z0-9]$/

/** Returns a user name in its folded form, or null if the text is not one. */
export function parseUsername(text: string): string | null {
  const folded = normalizeUsername(text)
  return usernamePattern.test(folded) ? folded : null
}

/** A user name that a visitor chose. */
export interface ChosenUsername {
  /** Folded. */
  readonly username: string
  /** The email address of the sign-up. */
  readonly email: string
}

/** Reserves a user name for a sign-up, for some seconds. @returns false if it belongs to a user or another sign-up */
export async function reserveUsername(
  ctx: PluginContext,
  { username, email }: ChosenUsername,
  maxAge: number,
): Promise<boolean> {
  const owner = await hashSha256Hex(email)
  const record = await getUsernameRecord(ctx, username)
  if (record && !isReservedFor(record, owner)) return false
  const expires = new Date(Date.now() + maxAge * 1000)
  return await putUsername(ctx, { username, userId: null, value: { owner }, expires }, record)
}

/** Gives a user name to the user of a sign-up, instead of the one that they may have. @returns false if it belongs to another user or sign-up */
export async function setUsername(
  ctx: PluginContext,
  { username, email }: ChosenUsername,
  userId: string,
): Promise<boolean> {
  const record = await getUsernameRecord(ctx, username)
  const isOwn = record?.userId === userId
  if (record && !isOwn && !isReservedFor(record, await hashSha256Hex(email))) return false
  const records = await requireUsernames(ctx)
  // Read before: of two changes at once, neither deletes the new name of the other.
  const previous = await records.listRecords({ kind: usernameKind, userId })
  if (!isOwn && !(await putUsername(ctx, { username, userId, value: {}, expires: null }, record)))
    return false
  for (const { id } of previous) if (id !== username) await records.deleteRecord(usernameKind, id)
  return true
}

function isReservedFor({ userId, value }: StoredRecord, owner: string): boolean {
  return userId === null && isRecord(value) && value.owner === owner
}

interface UsernameWrite {
  readonly username: string
  readonly userId: string | null
  readonly value: JsonObject
  readonly expires: Date | null
}

async function putUsername(
  ctx: PluginContext,
  { username, ...rest }: UsernameWrite,
  record: StoredRecord | null,
): Promise<boolean> {
  const records = await requireUsernames(ctx)
  const written = { kind: usernameKind, id: username, ...rest }
  return await records.putRecord(written, { ifVersion: record?.version ?? null })
}

/** Returns the user with a name, or null. A name that has no user costs the same statements. */
export async function findUserByUsername(
  ctx: PluginContext,
  username: string,
): Promise<OperationUser | null> {
  const record = await getUsernameRecord(ctx, username)
  return (await ctx.adapter?.getUser(record?.userId ?? generateToken())) ?? null
}

/** Returns the name of a user, or null. */
export async function findUsername(ctx: PluginContext, userId: string): Promise<string | null> {
  const [record] = await (await requireUsernames(ctx)).listRecords({ kind: usernameKind, userId, limit: 1 })
  return record?.id ?? null
}

async function getUsernameRecord(ctx: PluginContext, username: string): Promise<StoredRecord | null> {
  return await (await requireUsernames(ctx)).getRecord(usernameKind, username)
}

function requireUsernames(ctx: PluginContext) {
  return requireRecords(ctx, 'user names')
}
