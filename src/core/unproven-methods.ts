import type { Context } from '../types/context.js'
import { buildPluginContext } from './plugin-context.js'

/**
 * Deletes the ways to sign in of a user whose email address a sign-in proves for the first time, and ends the sessions that exist. Another
 * person may have added them before the owner of the address came.
 */
export async function deleteUnprovenMethods(ctx: Context, userId: string): Promise<void> {
  const { settings, services } = ctx
  if (!(await deleteMethods(ctx, userId))) return
  const control = settings.revocation && (await services.loadSessionControl?.())
  if (control) await control.endSessions(settings, userId, null)
  // Until its end, a session can have added another one.
  await deleteMethods(ctx, userId)
}

/** @returns whether there was one */
async function deleteMethods(ctx: Context, userId: string): Promise<boolean> {
  let isDeleted = false
  for (const plugin of ctx.settings.plugins)
    if (await plugin.deleteUnprovenMethods?.(buildPluginContext(ctx, plugin), userId)) isDeleted = true
  return isDeleted
}
