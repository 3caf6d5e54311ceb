import { saveDebugCause } from '../checks/debug-cause-cookie.js'
import { getRuntimeEnvironment, isProduction } from '../config/environment.js'
import { redactError } from '../config/logger.js'
import { AdapterError, AuthError } from '../errors.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'

/**
 * What the error page tells the developer: the type, to look it up by, the message as the log has it, and the option to
 * look at. Undefined in production. A new secret, which stands on a later line, is for the log alone.
 */
export function describeCause(error: Error): string | undefined {
  if (isProduction(getRuntimeEnvironment())) return undefined
  const { message } = redactError(error)
  const type = error instanceof AuthError ? error.type : error.name
  return [`${type}: ${message.split('\n', 1).join()}`, getConfigHint(error)].filter(Boolean).join('\n')
}

/** Messages of ours name the option themselves; those of a database, a provider or a callback do not. */
function getConfigHint(error: Error): string | undefined {
  if (!(error instanceof AuthError)) return 'Look at the functions of your configuration, `callbacks` first.'
  const { err, method, provider } = error.cause ?? {}
  if (error instanceof AdapterError)
    return `Look at your \`adapter\`${typeof method === 'string' ? `: \`${method}\` failed` : ''}.`
  return err && typeof provider === 'string' ? `Look at \`${provider}\` in your \`providers\`.` : undefined
}

/** While one is developing, a browser on its way to our error page takes the cause along. */
export async function forwardDebugCause(
  error: Error,
  { redirect }: ActionResult,
  ctx: Context,
): Promise<void> {
  const cause = describeCause(error)
  const errorPageUrl = `${ctx.authUrl}/error?error=Configuration`
  if (cause && redirect?.startsWith(errorPageUrl) && !ctx.settings.pages.error)
    await saveDebugCause(ctx, cause)
}
