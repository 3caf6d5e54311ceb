import { idRule } from '../base/option-fault.js'
import { assertTrustedOrigin, assertUserAction } from '../checks/csrf.js'
import { requireUserId } from '../config/assert-options.js'
import { InvalidConfig } from '../errors.js'
import { listServerCallCookies } from '../sessions/session-marker.js'
import type { AuthConfig } from '../types/config.js'
import type { Context, PreparedConfig, SessionControl } from '../types/context.js'
import type { RequestHead } from '../types/request.js'
import type { EndedSessions, OriginCheck, ServerSessions } from '../types/server.js'
import { originUnchecked } from '../types/symbols.js'
import { createBaseContext } from './create-context.js'
import type { ConfigSelector } from './host-trust.js'
import { resolveHeadWithOrigin } from './public-origin.js'
import { assertServerOptions } from './server-options.js'
import { buildAuthRequest } from './server-request.js'
import { getPreparedConfig } from './settings.js'

/** Creates the functions that list and end sessions. Their code is loaded at the first call. */
export function createServerSessions(
  selectConfig: ConfigSelector,
  resolveOrigin: (head: RequestHead) => string | null,
): ServerSessions {
  /** Runs a step with the context of a request. */
  async function withContext(head: RequestHead, originCheck?: OriginCheck['originCheck']) {
    const { prepared, control } = await loadControl(selectConfig(head))
    const headWithOrigin = resolveHeadWithOrigin(head, resolveOrigin)
    const request = buildAuthRequest(headWithOrigin, prepared.settings, { action: 'session' })
    const ctx = createBaseContext(request, prepared)
    if (originCheck) await verifyUserAction(ctx)
    if (originCheck === originUnchecked) await verifyOrigin(ctx)
    return { ctx, control }
  }

  return {
    async list(head) {
      const { ctx, control } = await withContext(head)
      return await control.listOwnSessions(ctx)
    },
    async end(head, options) {
      assertServerOptions('sessions.end', options)
      const { ctx, control } = await withContext(head, options.originCheck)
      return withMarker(ctx, await control.endOwnSession(ctx, options.id))
    },
    async endOthers(head, options) {
      assertServerOptions('sessions.endOthers', options)
      const { ctx, control } = await withContext(head, options.originCheck)
      return withMarker(ctx, await control.endOwnSessions(ctx, { isCurrentKept: true }))
    },
    async endAll(head, options) {
      assertServerOptions('sessions.endAll', options)
      const { ctx, control } = await withContext(head, options.originCheck)
      return withMarker(ctx, await control.endOwnSessions(ctx, { isCurrentKept: false }))
    },
    async listOfUser(userId) {
      const id = requireUserId(userId, 'sessions.listOfUser')
      const { prepared, control } = await loadControl(selectConfig(null))
      return await control.listSessions(prepared.settings, { userId: id, currentId: null })
    },
    async endOfUser(userId, sessionId) {
      const id = requireUserId(userId, 'sessions.endOfUser')
      assertSessionId(sessionId, 'sessions.endOfUser')
      const { prepared, control } = await loadControl(selectConfig(null))
      return await control.endSession(prepared.settings, { userId: id, currentId: null }, sessionId)
    },
    async endAllOfUser(userId) {
      const id = requireUserId(userId, 'sessions.endAllOfUser')
      const { prepared, control } = await loadControl(selectConfig(null))
      await control.endSessions(prepared.settings, id, null)
    },
  }
}

/** Without an id, no session would end, and the caller would not know. */
function assertSessionId(id: unknown, source: string): void {
  if (!idRule.isValid(id))
    throw new InvalidConfig(
      `\`${source}\` needs the id of a session. Pass the \`id\` from \`sessions.listOfUser\`.`,
    )
}

async function verifyUserAction(ctx: Context): Promise<void> {
  await logRefusal(ctx, () => assertUserAction('sessions', ctx.request.head))
}

function withMarker(ctx: Context, { isEnded }: EndedSessions): EndedSessions {
  return { isEnded, cookies: listServerCallCookies(ctx) }
}

async function verifyOrigin(ctx: Context): Promise<void> {
  await logRefusal(ctx, () => assertTrustedOrigin(ctx))
}

/** An integration responds with a short text only, so the log says what to change. */
async function logRefusal(ctx: Context, verify: () => void): Promise<void> {
  try {
    verify()
  } catch (error) {
    const { logFailure } = await import('./log-failure.js')
    logFailure(ctx.settings.logger, error, ctx)
    throw error
  }
}

async function loadControl(
  config: AuthConfig,
): Promise<{ readonly prepared: PreparedConfig; readonly control: SessionControl }> {
  const prepared = await getPreparedConfig(config)
  const { loadSessionControl } = prepared.services
  if (!prepared.settings.revocation || !loadSessionControl)
    throw new InvalidConfig('Set `revocation`, for example to `{ maxStale: 30 }`, to list and end sessions.')
  return { prepared, control: await loadSessionControl() }
}
