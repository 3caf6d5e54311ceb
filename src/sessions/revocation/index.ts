/**
 * Sessions that end before they expire, and session policies. Loaded when a configuration has one of them.
 *
 * @module
 */
import type { SessionControl } from '../../types/context.js'
import { checkStoredSession, checkToken } from './check-session.js'
import { endOwnSession, endOwnSessions, listOwnSessions } from './own-sessions.js'
import { getStoredSessionId } from './session-identity.js'
import { hasSession } from './session-registry.js'
import { endStoredSession, registerStoredSession } from './stored-sessions.js'
import { endToken, issueToken } from './token-sessions.js'
import { endSession, endSessions, listSessions } from './user-sessions.js'

/** See {@link SessionControl}. */
export const sessionControl: SessionControl = {
  checkToken,
  checkStoredSession,
  getStoredSessionId,
  issueToken,
  registerStoredSession,
  endToken,
  endStoredSession,
  hasSession,
  listSessions,
  endSession,
  endSessions,
  listOwnSessions,
  endOwnSession,
  endOwnSessions,
}
