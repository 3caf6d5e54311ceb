import type { SessionIdentity, Settings } from '../../types/context.js'
import { readSessionEnd, recordRetirement } from './ended-sessions.js'
import { unregisterSession } from './session-registry.js'

/**
 * Retires a session that continues under a new id. `endSession` records the end before it removes the entry, and this reads the end after
 * the entry is removed. So one of both sees the other, and a session that was ended does not continue.
 *
 * @returns whether the session was ended meanwhile
 */
export async function hasEndedDuringRetirement(
  settings: Settings,
  { id, epoch }: Pick<SessionIdentity, 'id' | 'epoch'>,
): Promise<boolean> {
  await recordRetirement(settings, id, epoch)
  await unregisterSession(settings, id)
  const end = await readSessionEnd(settings, id)
  return end !== null && end.endsAt <= Date.now()
}
