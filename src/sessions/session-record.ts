/**
 * Records of sessions, as adapters return them. A record or its user can be missing.
 *
 * @module
 */

import { deleteUnlessGone, isMissingRecordError } from '../base/missing-record.js'
import { isRecord } from '../base/parse.js'
import { hasId } from '../config/stores.js'
import type { AdapterSession } from '../types/adapter.js'
import type { Settings } from '../types/context.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'
import type { ActiveSession } from './database-session-view.js'

type SessionAndUser = Awaited<ReturnType<WrappedAdapter['getSessionAndUser']>>

/** Returns whether the result of `getSessionAndUser` has a session. */
export function hasSession(result: SessionAndUser): result is NonNullable<SessionAndUser> {
  return isRecord(result) && isRecord(result.session)
}

/**
 * Returns a stored session with its user. Null if the user does not exist any more: such a record is not a session, and an error would
 * stay until the record is deleted.
 */
export function parseSession(
  settings: Settings,
  { session: row, user }: NonNullable<SessionAndUser>,
): ActiveSession | null {
  if (!hasId(user)) {
    settings.logger.debug('session rejected', { reason: 'Its user does not exist.' })
    return null
  }
  return { session: row, user }
}

/** Deletes a session. @returns the result of the adapter, or null if the record is already gone */
export function deleteSession(
  adapter: WrappedAdapter,
  token: string,
): Promise<AdapterSession | null | undefined> {
  return deleteUnlessGone(
    async () => (await adapter.deleteSession(token)) as AdapterSession | null | undefined,
    () => isStored(adapter, token),
  )
}

/**
 * Changes a session.
 *
 * @returns false if the record was deleted meanwhile
 * @throws AdapterError if the record exists or cannot be read
 */
export async function updateSession(
  adapter: WrappedAdapter,
  changes: Parameters<WrappedAdapter['updateSession']>[0],
): Promise<boolean> {
  try {
    // Some adapters return nothing for success too.
    return isRecord(await adapter.updateSession(changes)) || (await isStored(adapter, changes.sessionToken))
  } catch (error) {
    if (isMissingRecordError(error)) return false
    if (await isStored(adapter, changes.sessionToken).catch(() => true)) throw error
    return false
  }
}

async function isStored(adapter: WrappedAdapter, token: string): Promise<boolean> {
  return hasSession(await adapter.getSessionAndUser(token))
}
