import {
  createUnreadableError,
  defineUserRecord,
  isRecord,
  type JsonObject,
  type PluginContext,
} from '../../plugins.js'
import { toIsoTime } from './bans.js'
import type { AdminSettings, FactorRemovalData } from './types.js'

/** The kind of the records. */
export const factorRemovalKind = 'admin-factor-removal'

/** A removal of a second factor that an administrator requested. */
export interface FactorRemoval extends JsonObject {
  readonly reason: string
  /** The id of the administrator. */
  readonly by: string
  /** Seconds since the epoch. */
  readonly at: number
  /** When the request ends, in seconds since the epoch: with the link with which the user cancels it. */
  readonly expires: number
}

/** Null if none is requested, or the request has ended. */
export const factorRemovals = defineUserRecord<FactorRemoval | null>({
  kind: factorRemovalKind,
  purpose: 'requested removals of second factors',
  parse: (_ctx, _userId, record) => {
    if (record === null) return null
    if (isFactorRemoval(record.value)) return record.value.expires > Date.now() / 1000 ? record.value : null
    throw createUnreadableError(factorRemovalKind)
  },
  serialize: removal => removal,
})

function isFactorRemoval(value: unknown): value is FactorRemoval {
  if (!isRecord(value)) return false
  const { reason, by, at, expires } = value
  const isNamed = typeof reason === 'string' && typeof by === 'string'
  return isNamed && typeof at === 'number' && typeof expires === 'number'
}

/** Reads the requested removal of a user for JSON, or null. */
export async function readFactorRemoval(
  ctx: PluginContext,
  { removalWait }: AdminSettings,
  userId: string,
): Promise<FactorRemovalData | null> {
  const removal = await factorRemovals.read(ctx, userId)
  if (!removal) return null
  const { reason, by, at } = removal
  return {
    reason,
    by,
    at: toIsoTime(at),
    possibleAt: removalWait === null ? null : toIsoTime(at + removalWait),
  }
}
