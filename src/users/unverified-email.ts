import { hashSha256Hex } from '#crypto'
import { getAvailableRecordStore } from '../config/stores.js'
import { AccessDenied, AdapterError } from '../errors.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Awaitable } from '../types/common.js'
import type { Context, Settings } from '../types/context.js'
import type { Identity } from '../types/identity.js'
import type { RecordStore, StoredRecord } from '../types/record-store.js'
import type { User } from '../types/user.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'

/**
 * What shows that a stored user did not prove their email address:
 *
 * - `record`: a record says that it was explicitly unverified when the user was created
 * - `passkey-form`: no record, but the user has passkeys, and passkey forms let a visitor type any address
 * - `none`: neither
 */
export type UnverifiedEmailEvidence = 'record' | 'passkey-form' | 'none'

/** The kind of the records of unverified email addresses. The id is that of the user. */
const unverifiedEmailKind = 'unverified-email'

/** The value of a record of an unverified email address. It counts only while the user has the address. */
type UnverifiedEmailValue = Readonly<Record<'emailHash' | 'provider' | 'createdAt', string>>

/** The stored kind of the records of users whose email address was not typed into a passkey form. The id is that of the user. */
const notTypedEmailKind = 'provider-email'

/**
 * Returns what shows that the email address of a stored user is only claimed; `none` if nothing does. The verified owner of the address
 * must not be linked to that user, whose accounts and passkeys would still open the account.
 */
export async function findUnverifiedEmailEvidence(
  settings: Settings,
  user: AdapterUser,
): Promise<UnverifiedEmailEvidence> {
  if (user.emailVerified || !user.email) return 'none'
  const records = await getAvailableRecordStore(settings)
  if (records && (await findUnverifiedEmailRecord(records, user))) return 'record'
  return (await hasTypedEmail(settings, records, user)) ? 'passkey-form' : 'none'
}

/** Returns the record of the address that a user has now. */
export async function findUnverifiedEmailRecord(
  records: RecordStore,
  { id, email }: User & { readonly id: string },
): Promise<StoredRecord | null> {
  if (!email) return null
  const record = await records.getRecord(unverifiedEmailKind, id)
  const { emailHash } = Object(record?.value) as Partial<UnverifiedEmailValue>
  return emailHash !== undefined && emailHash === (await hashEmail(email)) ? record : null
}

/** Two spellings of an address that differ in case have the same hash. */
function hashEmail(email: string): Awaitable<string> {
  return hashSha256Hex(email.toLowerCase())
}

/** Returns whether the sign-in proves the email address of its identity. */
export function hasVerifiedEmail({ emailVerified }: Identity): boolean {
  return emailVerified === true
}

/**
 * Applies the option `unverifiedEmail` to a new user.
 *
 * @throws AccessDenied if the option is `refuse`
 */
export function applyUnverifiedEmailOption(
  { unverifiedEmail }: Settings,
  { emailVerified, account }: Identity,
  user: AdapterUser,
): AdapterUser {
  if (emailVerified !== false || !user.email || unverifiedEmail === 'keep') return user
  if (unverifiedEmail === 'omit') return withoutEmail(user)
  throw new AccessDenied(
    `The email address from provider "${account.provider}" is not verified, and \`unverifiedEmail\` is "refuse".`,
  )
}

/** Sets the email to null, which databases allow although the type of Auth.js does not. */
function withoutEmail<U extends Pick<AdapterUser, 'id' | 'email'>>(user: U): U {
  return Object.assign({ ...user }, { email: null })
}

/** Writes the record that the email address of a new user is unverified. */
export interface UnverifiedEmailRecordWriter {
  /** Stores the record under the draft id, before the user exists: no crash leaves the user without it. */
  store(): Promise<void>
  /** Moves the record to the id that the adapter gave the user. */
  moveToUser(userId: string): Promise<void>
  /** Deletes the record, because the user was not created. */
  delete(): Promise<void>
}

/** Creates the writer of the record of a new user's email address. Returns null if the address is not explicitly unverified. */
export async function createUnverifiedEmailRecordWriter(
  { settings }: Context,
  { emailVerified, account }: Identity,
  { id, email }: AdapterUser,
): Promise<UnverifiedEmailRecordWriter | null> {
  if (emailVerified !== false || !email) return null
  const records = await getAvailableRecordStore(settings)
  if (!records) {
    settings.warnOnce('unverified-email')
    return null
  }
  const emailHash = await hashEmail(email)
  const value: UnverifiedEmailValue = {
    emailHash,
    provider: account.provider,
    createdAt: new Date().toISOString(),
  }
  const put = async (userId: string) => {
    await records.putRecord({ kind: unverifiedEmailKind, id: userId, userId, value, expires: null })
  }
  const deleteRecord = async () => {
    await records.deleteRecord(unverifiedEmailKind, id)
  }
  return {
    store: () => put(id),
    async moveToUser(userId) {
      if (userId === id) return
      await put(userId)
      await deleteRecord()
    },
    delete: deleteRecord,
  }
}

/**
 * Takes an unverified email address from the user who claimed it, because another sign-in proved it. The user
 * keeps the accounts.
 */
export async function removeClaimedEmail(
  ctx: Context,
  adapter: WrappedAdapter,
  emailHolder: AdapterUser,
): Promise<void> {
  const user = await removeEmail(adapter, emailHolder)
  await deleteUnverifiedEmailRecord(ctx.settings, emailHolder)
  await ctx.settings.emit('updateUser', { user }, ctx)
}

/** Sets the email to null, or, if the adapter does not accept that, to an address that cannot exist (RFC 2606). */
async function removeEmail(adapter: WrappedAdapter, { id, email }: AdapterUser): Promise<AdapterUser> {
  try {
    const updated = await adapter.updateUser(withoutEmail({ id, email }))
    if (updated.email !== email) return updated
  } catch {
    // A column that requires an email address: the placeholder below reports an adapter that fails altogether.
  }
  const updated = await adapter.updateUser({ id, email: `${await hashEmail(id + email)}@unverified.invalid` })
  if (updated.email !== email) return updated
  throw new AdapterError(
    `\`updateUser\` of the adapter does not change the email address of the user "${id}".`,
  )
}

/** Deletes the record of an unverified email address, because the user proved the address or lost it. */
export async function deleteUnverifiedEmailRecord(settings: Settings, user: AdapterUser): Promise<void> {
  const records = await getAvailableRecordStore(settings)
  const record = records && (await findUnverifiedEmailRecord(records, user))
  if (record) await records.deleteRecord(unverifiedEmailKind, record.id, { ifVersion: record.version })
}

/**
 * Records that the email address of a user with a first passkey did not come from a passkey form: the user was signed in when
 * adding the passkey.
 */
export async function markEmailAsNotTyped({ settings }: Context, user: AdapterUser): Promise<void> {
  const records = await getAvailableRecordStore(settings)
  if (!records || (await findUnverifiedEmailEvidence(settings, user)) !== 'none') return
  await records.putRecord({
    kind: notTypedEmailKind,
    id: user.id,
    userId: user.id,
    value: null,
    expires: null,
  })
}

/** Any visitor can type any address when registering a passkey, and keeps the passkey. */
async function hasTypedEmail(
  { acceptsTypedEmail, adapter }: Settings,
  records: RecordStore | null,
  { id }: AdapterUser,
): Promise<boolean> {
  if (!acceptsTypedEmail || !adapter) return false
  if ((await adapter.listAuthenticatorsByUserId(id)).length === 0) return false
  return (await records?.getRecord(notTypedEmailKind, id)) == null
}
