import { ImpersonationActive } from '../errors.js'
import type { Context } from '../types/context.js'
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

/**
 * Asserts the same about the session of a request. It is read only if a plugin lets administrators act as users.
 *
 * @throws ImpersonationActive
 */
export async function assertOwnSession(ctx: Context): Promise<void> {
  if (ctx.settings.plugins.some(({ impersonatesUsers }) => impersonatesUsers))
    assertNoActor(await ctx.services.sessionStrategy.getCurrentSession(ctx))
}
