/**
 * The password of each user, in one record. Every change goes through {@link writePassword}, which ends what the old password opened.
 *
 * @module
 */
import {
  createUnreadableError,
  defineUserRecord,
  generateToken,
  isRecord,
  type JsonValue,
  type OperationUser,
  type PluginContext,
  requireRecords,
  toError,
} from '../../plugins.js'
import { emitChange, type PasswordsEventType } from './events.js'

/** The kind of the records. */
export const passwordKind = 'password'

/** The password of a user. */
export interface PasswordState {
  /** Null if the user has none. */
  readonly hash: string | null
  /** How often it was written. A link to reset a password is valid for one version. */
  readonly version: number
  /** In seconds since the epoch. */
  readonly changedAt: number
  /** Whether the owner of the account set it. An imported one may be that of another person, until the email address is proven. */
  readonly isProven: boolean
  /** Whether the user must choose a new password before the next session. */
  readonly mustChange: boolean
  /** Whether sessions of an earlier password may be left: a process ended between the write and their end. */
  readonly hasOldSessions: boolean
}

const passwordRecord = defineUserRecord<PasswordState>({
  kind: passwordKind,
  purpose: 'passwords',
  parse(_ctx, _userId, record) {
    if (record === null)
      return {
        hash: null,
        version: 0,
        changedAt: 0,
        isProven: true,
        mustChange: false,
        hasOldSessions: false,
      }
    const { hash, version, changedAt, isProven, mustChange, hasOldSessions } = isRecord(record.value)
      ? record.value
      : {}
    const isText = hash === null || typeof hash === 'string'
    const areNumbers = typeof version === 'number' && typeof changedAt === 'number'
    const areFlags = typeof isProven === 'boolean' && typeof hasOldSessions === 'boolean'
    if (!isText || !areNumbers || !areFlags) throw createUnreadableError(passwordKind)
    return { hash, version, changedAt, isProven, mustChange: mustChange === true, hasOldSessions }
  },
  serialize: (state): JsonValue => ({ ...state }),
})

/** Returns the password of a user. `userId` is null for an account that does not exist, which costs the same statement. */
export function readPassword(ctx: PluginContext, userId: string | null): Promise<PasswordState> {
  return passwordRecord.read(ctx, userId ?? generateToken())
}

/** Returns the password of a user as it is stored now. Changes of this request then read it again. */
export function readCurrentPassword(ctx: PluginContext, userId: string): Promise<PasswordState> {
  return passwordRecord.update(ctx, userId, result => ({ result }))
}

/** A new password. */
export interface PasswordWrite {
  readonly userId: string
  readonly hash: string
  /** The version that the password must have now. Another request may have written one meanwhile. */
  readonly version: number
  /** Whether the session of the request continues. */
  readonly isCurrentKept: boolean
  /** Whether the email address of the user is proven, or this write proves it. */
  readonly isProven: boolean
  /** What the write is for, so that its event says so. */
  readonly purpose: 'change' | 'reset'
}

/**
 * Writes the password of a user, and ends their sessions, remembered browsers, pending sign-ins and links. Every change of a password calls it.
 * If the process ends between the two, {@link endOldSessions} completes it.
 *
 * @returns false if it was written meanwhile
 */
export async function writePassword(ctx: PluginContext, write: PasswordWrite): Promise<boolean> {
  const { userId, hash, version, isCurrentKept, isProven, purpose } = write
  const type = await passwordRecord.update<PasswordsEventType | null>(ctx, userId, state =>
    state.version === version
      ? {
          state: {
            ...toNextState(hash, { version, isProven }),
            hasOldSessions: true,
          },
          result: getWriteEvent(state, purpose),
        }
      : { result: null },
  )
  if (type === null) return false
  await emitChange(ctx, userId, type)
  await endOldSessions(ctx, userId, { hasOldSessions: true, isCurrentKept })
  return true
}

function getWriteEvent(
  { hash }: Pick<PasswordState, 'hash'>,
  purpose: PasswordWrite['purpose'],
): PasswordsEventType {
  if (purpose === 'reset') return 'password-reset'
  return hash === null ? 'password-set' : 'password-changed'
}

interface OldSessions extends Pick<PasswordState, 'hasOldSessions'> {
  /** @default false */
  readonly isCurrentKept?: boolean
}

/** Ends the sessions of an earlier password, if there may be any. Called after each write, and again where a read says that they may be left. */
export async function endOldSessions(
  ctx: PluginContext,
  userId: string,
  { hasOldSessions, isCurrentKept = false }: OldSessions,
): Promise<void> {
  if (!hasOldSessions) return
  await ctx.endSessions(userId, { isCurrentKept })
  await passwordRecord.update(ctx, userId, state => ({
    state: { ...state, hasOldSessions: false },
    result: null,
  }))
}

/** Returns whether another person than the owner of the email address may have set the password of a user. */
export function isUnprovenPassword(
  user: OperationUser,
  { hash, isProven }: Pick<PasswordState, 'hash' | 'isProven'>,
): boolean {
  return hash !== null && !isProven && !hasVerifiedEmail(user)
}

/** Returns whether the email address of a user is proven. A password of another user may be that of a person who came before the owner. */
export function hasVerifiedEmail(user: OperationUser): boolean {
  return 'emailVerified' in user && Boolean(user.emailVerified)
}

interface FirstPassword extends Pick<PasswordWrite, 'hash' | 'isProven'> {
  /** Whether the user was created with it, or existed before. */
  readonly event: 'sign-up' | 'password-set'
}

/** Stores the password of a user who is created with it: there is no old one to end. @returns false if the user has one */
export async function storeFirstPassword(
  ctx: PluginContext,
  userId: string,
  { hash, isProven, event }: FirstPassword,
): Promise<boolean> {
  const isStored = await passwordRecord.update(ctx, userId, ({ hash: stored, version }) =>
    stored === null ? { state: toNextState(hash, { version, isProven }), result: true } : { result: false },
  )
  if (isStored) await emitChange(ctx, userId, event)
  return isStored
}

/** Marks that the owner of the email address set the password. @returns false if it was written since the version was read */
export async function markPasswordProven(
  ctx: PluginContext,
  userId: string,
  version: number,
): Promise<boolean> {
  return await passwordRecord.update(ctx, userId, state => {
    if (state.version !== version) return { result: false }
    return state.isProven ? { result: true } : { state: { ...state, isProven: true }, result: true }
  })
}

/** Returns the state after a hash is written. `version` is that of the state before. */
export function toNextState(
  hash: string | null,
  { version, isProven }: Pick<PasswordState, 'version' | 'isProven'>,
): PasswordState {
  return {
    hash,
    version: version + 1,
    changedAt: getSeconds(),
    isProven,
    mustChange: false,
    hasOldSessions: false,
  }
}

/** Returns whether the password was written since a version was read: by another request, so that the record is read again. */
export async function isOutdated(
  ctx: PluginContext,
  userId: string,
  { version }: Pick<PasswordState, 'version'>,
): Promise<boolean> {
  const record = await (await requireRecords(ctx, 'passwords')).getRecord(passwordKind, userId)
  return !isRecord(record?.value) || record.value.version !== version
}

/** Replaces a hash by a stronger one of the same password, unless the password changed meanwhile. A failure is logged: the user signs in. */
export async function replaceHash(
  ctx: PluginContext,
  userId: string,
  { from, createHash }: { readonly from: string; createHash(): Promise<string> },
): Promise<void> {
  try {
    const to = await createHash()
    await passwordRecord.update(ctx, userId, state =>
      state.hash === from ? { state: { ...state, hash: to }, result: null } : { result: null },
    )
  } catch (error) {
    ctx.logger.error(toError(error))
  }
}

/**
 * Marks that a user must choose a new password before the next session. It is a new version, so that a sign-in that is under way gets no session.
 *
 * @returns the version, or null if the user has no password
 */
export async function markPasswordToChange(ctx: PluginContext, userId: string): Promise<number | null> {
  const { version, isNew } = await passwordRecord.update<{ version: number | null; isNew: boolean }>(
    ctx,
    userId,
    state => {
      if (state.hash === null) return { result: { version: null, isNew: false } }
      if (state.mustChange) return { result: { version: state.version, isNew: false } }
      const next = state.version + 1
      return { state: { ...state, mustChange: true, version: next }, result: { version: next, isNew: true } }
    },
  )
  if (isNew) await emitChange(ctx, userId, 'password-change-required')
  return version
}

/** Deletes the password of a user and ends the sessions, unless its owner set it. @returns whether there was one, or its sessions were left */
export async function deleteUnprovenPassword(ctx: PluginContext, userId: string): Promise<boolean> {
  const { isDeleted, hasOldSessions } = await passwordRecord.update(ctx, userId, state =>
    state.hash === null || state.isProven
      ? { result: { isDeleted: false, hasOldSessions: state.hasOldSessions } }
      : {
          state: { ...toNextState(null, { ...state, isProven: true }), hasOldSessions: true },
          result: { isDeleted: true, hasOldSessions: true },
        },
  )
  if (isDeleted) await emitChange(ctx, userId, 'password-removed')
  await endOldSessions(ctx, userId, { hasOldSessions })
  return hasOldSessions
}

function getSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
