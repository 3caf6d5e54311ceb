/**
 * The password of each user, in one record. Every write goes through {@link writePassword}, which ends what the old password opened.
 *
 * @module
 */
import {
  createUnreadableError,
  defineUserRecord,
  isRecord,
  type JsonValue,
  type PluginContext,
  toError,
} from '../../plugins.js'

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
}

const passwordRecord = defineUserRecord<PasswordState>({
  kind: passwordKind,
  purpose: 'passwords',
  parse(_ctx, _userId, record) {
    if (record === null) return { hash: null, version: 0, changedAt: 0 }
    const { hash, version, changedAt } = isRecord(record.value) ? record.value : {}
    const isText = hash === null || typeof hash === 'string'
    if (!isText || typeof version !== 'number' || typeof changedAt !== 'number')
      throw createUnreadableError(passwordKind)
    return { hash, version, changedAt }
  },
  serialize: (state): JsonValue => ({ ...state }),
})

/** No user has this id, so a visitor without an account costs the same statement. */
const unknownUserId = 'unknown'

/** Returns the password of a user. `userId` is null for an account that does not exist. */
export function readPassword(ctx: PluginContext, userId: string | null): Promise<PasswordState> {
  return passwordRecord.read(ctx, userId ?? unknownUserId)
}

/** A new password. */
export interface PasswordWrite {
  readonly userId: string
  readonly hash: string
  /** The version that the password must have now. Another request may have written one meanwhile. */
  readonly version: number
  /** Whether the session of the request continues. */
  readonly isCurrentKept: boolean
}

/**
 * Writes the password of a user, and ends their sessions, remembered browsers, pending sign-ins and links. Whoever changes a password calls it.
 *
 * @returns false if it was written meanwhile
 */
export async function writePassword(ctx: PluginContext, write: PasswordWrite): Promise<boolean> {
  const { userId, hash, version, isCurrentKept } = write
  const isWritten = await passwordRecord.update(ctx, userId, state =>
    state.version === version ? { state: toNextState(hash, version), result: true } : { result: false },
  )
  if (isWritten) await ctx.endSessions(userId, { isCurrentKept })
  return isWritten
}

/** Stores the first password of a user who has no session yet. @returns false if the user has one */
export async function storeFirstPassword(ctx: PluginContext, userId: string, hash: string): Promise<boolean> {
  return await passwordRecord.update(ctx, userId, ({ hash: stored, version }) =>
    stored === null ? { state: toNextState(hash, version), result: true } : { result: false },
  )
}

/** Returns the state after a hash is written. `version` is that of the state before. */
export function toNextState(hash: string | null, version: number): PasswordState {
  return { hash, version: version + 1, changedAt: getSeconds() }
}

/** Replaces a hash by a stronger one of the same password, unless the password changed meanwhile. A failure is logged: the user signs in. */
export async function replaceHash(
  ctx: PluginContext,
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  try {
    await passwordRecord.update(ctx, userId, state =>
      state.hash === from ? { state: { ...state, hash: to }, result: null } : { result: null },
    )
  } catch (error) {
    ctx.logger.error(toError(error))
  }
}

/** Deletes the password of a user. @returns false if there was none */
export async function deletePassword(ctx: PluginContext, userId: string): Promise<boolean> {
  return await passwordRecord.update(ctx, userId, ({ hash, version }) =>
    hash === null ? { result: false } : { state: toNextState(null, version), result: true },
  )
}

function getSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
