import { hashSha256Hex } from '#crypto'
import { AccessDenied, AdapterError } from '../errors.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Awaitable } from '../types/common.js'
import type { Context, Settings, WrappedAdapter } from '../types/context.js'
import type { Identity } from '../types/identity.js'
import type { RecordStore, StoredRecord } from '../types/record-store.js'
import { getAccountKey } from './account-linking.js'
import { getFlow } from './index.js'

/**
 * Whether a stored user has an email address that the user did not prove:
 *
 * - `recorded`: it was explicitly unverified when the user was created
 * - `typed`: no record, but the user has passkeys, and passkey forms let a visitor type any address
 * - `none`: neither
 */
export type EmailClaim = 'recorded' | 'typed' | 'none'

/** The kind of the records of unverified email addresses. The id of a record is the hash of the address. */
const claimKind = 'unverified-email'
/** The kind of the records of users whose email address did not come from a passkey form. The id is that of the user. */
const providerEmailKind = 'provider-email'
/** Milliseconds that the request which recorded a claim has to create its user. */
const pendingClaimMs = 60_000

/** The value of a record of an unverified email address. */
type ClaimValue = Readonly<Record<'email' | 'provider' | 'providerAccountId' | 'createdAt', string>>

/**
 * Returns whether the email address of a stored user is only claimed. The verified owner of the address must not be linked to that
 * user, who keeps the own accounts and passkeys.
 */
export async function findEmailClaim(settings: Settings, user: AdapterUser): Promise<EmailClaim> {
  if (user.emailVerified || !user.email) return 'none'
  const records = await getAvailableRecords(settings)
  if (records && (await findClaimRecord(settings, records, user))) return 'recorded'
  return (await hasTypedEmail(settings, records, user)) ? 'typed' : 'none'
}

/** Returns whether the sign-in proves the email address of its identity. */
export function isEmailProved({ emailVerified }: Identity): boolean {
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

/** A claim that is recorded around the creation of its user, so that no crash leaves the user without the record. */
export interface EmailClaimRecord {
  /** Records the claim before the user is created. Returns false if another request creates a user with the address. */
  reserve(): Promise<boolean>
  /** Records the id that the adapter gave the user. */
  confirm(userId: string): Awaitable<unknown>
}

/** Creates the record of a new user's email address, or returns null if the address is not explicitly unverified. */
export async function createEmailClaimRecord(
  { settings }: Context,
  identity: Identity,
  { id, email }: AdapterUser,
): Promise<EmailClaimRecord | null> {
  if (identity.emailVerified !== false || !email) return null
  const records = await getAvailableRecords(settings)
  if (!records) {
    warnOnce(settings)
    return null
  }
  const value: ClaimValue = { email, ...getAccountKey(identity), createdAt: new Date().toISOString() }
  const recordId = await hashEmail(email)
  const buildRecord = (userId: string) => ({ kind: claimKind, id: recordId, userId, value, expires: null })
  return {
    async reserve() {
      const record = buildRecord(id)
      if (await records.putRecord(record, { ifVersion: null })) return true
      const existing = await records.getRecord(claimKind, recordId)
      if (existing && (await isClaimInUse(settings, existing, email))) return false
      return records.putRecord(record, { ifVersion: existing?.version ?? null })
    },
    confirm: userId => records.putRecord(buildRecord(userId)),
  }
}

/** A claim is in use while its user has the address, or may be about to be created. */
async function isClaimInUse(
  { adapter }: Settings,
  { userId, value }: StoredRecord,
  email: string,
): Promise<boolean> {
  const user = userId === null ? null : await adapter?.getUser(userId)
  if (user) return user.email === email
  return Date.now() - Date.parse(parseClaimValue(value).createdAt) < pendingClaimMs
}

/**
 * Takes an unverified email address from the user who claimed it, because a sign-in proved that it belongs to somebody else. The user
 * keeps the accounts.
 */
export async function releaseEmail(
  { settings }: Context,
  adapter: WrappedAdapter,
  claimant: AdapterUser,
): Promise<void> {
  const user = await removeEmail(adapter, claimant)
  await deleteEmailClaim(settings, claimant)
  await settings.emit('updateUser', { user })
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

/** Deletes the record of a claim, because the user proved the address or lost it. */
export async function deleteEmailClaim(settings: Settings, user: AdapterUser): Promise<void> {
  const records = await getAvailableRecords(settings)
  const record = records && (await findClaimRecord(settings, records, user))
  if (record) await records.deleteRecord(claimKind, record.id, { ifVersion: record.version })
}

/**
 * Records that the email address of a user with a first passkey did not come from a passkey form: the user was signed in when
 * adding the passkey.
 */
export async function recordProviderEmail({ settings }: Context, user: AdapterUser): Promise<void> {
  const records = await getAvailableRecords(settings)
  if (!records || (await findEmailClaim(settings, user)) !== 'none') return
  await records.putRecord({
    kind: providerEmailKind,
    id: user.id,
    userId: user.id,
    value: null,
    expires: null,
  })
}

/** Returns the record of a claim if it belongs to the user, by the user's id or by the account that made the claim. */
async function findClaimRecord(
  { adapter }: Settings,
  records: RecordStore,
  { id, email }: AdapterUser,
): Promise<StoredRecord | null> {
  if (!email) return null
  const record = await records.getRecord(claimKind, await hashEmail(email))
  if (!record || record.userId === id) return record
  const { provider, providerAccountId } = parseClaimValue(record.value)
  const owner = await adapter?.getUserByAccount({ provider, providerAccountId })
  return owner?.id === id ? record : null
}

/** Any visitor can type any address when registering a passkey, and keeps the passkey. */
async function hasTypedEmail(
  { providers, adapter }: Settings,
  records: RecordStore | null,
  { id }: AdapterUser,
): Promise<boolean> {
  const acceptsUnverifiedEmail = [...providers.values()].some(provider =>
    getFlow(provider).acceptsUnverifiedEmail?.(provider),
  )
  if (!acceptsUnverifiedEmail || !adapter) return false
  if ((await adapter.listAuthenticatorsByUserId(id)).length === 0) return false
  return (await records?.getRecord(providerEmailKind, id)) == null
}

/** The settings whose warning was logged. */
const warnedSettings = new WeakSet<Settings>()

function warnOnce(settings: Settings): void {
  if (warnedSettings.has(settings)) return
  warnedSettings.add(settings)
  settings.logger.warn('unverified-email')
}

/** Record stores that are known to be available. A table can still be created after the first request. */
const availableStores = new WeakSet<RecordStore>()

async function getAvailableRecords({ records }: Settings): Promise<RecordStore | null> {
  if (!records?.isAvailable || availableStores.has(records)) return records
  if (!(await records.isAvailable())) return null
  availableStores.add(records)
  return records
}

/** Two spellings of an address that differ in case have the same hash. */
function hashEmail(email: string): Awaitable<string> {
  return hashSha256Hex(email.toLowerCase())
}

function parseClaimValue(value: StoredRecord['value']): ClaimValue {
  const {
    email = '',
    provider = '',
    providerAccountId = '',
    createdAt = '',
  } = Object(value) as Partial<ClaimValue>
  return { email, provider, providerAccountId, createdAt }
}
