import type { Context, SessionControl } from '../types/context.js'

/** Loads what checks and ends sessions. Null if the configuration has neither `revocation` nor session policies. */
export async function loadSessionControl({ settings }: Context): Promise<SessionControl | null> {
  return settings.loadSessionControl ? await settings.loadSessionControl() : null
}
