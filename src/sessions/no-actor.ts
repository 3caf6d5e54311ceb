import { ImpersonationActive } from '../errors.js'
import type { CurrentSession } from '../types/evidence.js'

/**
 * Asserts that the user themselves is signed in, and no administrator who acts as the user.
 *
 * @throws ImpersonationActive
 */
export function assertNoActor(session: Pick<CurrentSession, 'act'> | null): void {
  if (session?.act)
    throw new ImpersonationActive(
      'An administrator acts as the user, and cannot do this for them. Stop the impersonation first.',
    )
}
