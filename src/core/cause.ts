import { rememberCause } from '../checks/told-cause.js'
import { isProduction, runtimeEnvironment } from '../config/environment.js'
import { discreet } from '../config/logger.js'
import { AdapterError, AuthError } from '../errors.js'
import type { Context } from '../types/context.js'
import type { Result } from '../types/wire.js'

/**
 * What the error page tells the developer: the type, to look it up by, the message as the log has it, and the option to
 * look at. Undefined in production. A new secret, which stands on a later line, is for the log alone.
 */
export function causeOf(error: Error): string | undefined {
  if (isProduction(runtimeEnvironment())) return undefined
  const { message } = discreet(error)
  const type = error instanceof AuthError ? error.type : error.name
  return [`${type}: ${message.split('\n', 1).join()}`, optionOf(error)].filter(Boolean).join('\n')
}

/** Messages of ours name the option themselves; those of a database, a provider or a callback do not. */
function optionOf(error: Error): string | undefined {
  if (!(error instanceof AuthError)) return 'Look at the functions of your configuration, `callbacks` first.'
  const { err, method, provider } = error.cause ?? {}
  if (error instanceof AdapterError)
    return `Look at your \`adapter\`${typeof method === 'string' ? `: \`${method}\` failed` : ''}.`
  return err && typeof provider === 'string' ? `Look at \`${provider}\` in your \`providers\`.` : undefined
}

/** While one is developing, a browser on its way to our error page takes the cause along. */
export async function sendCauseAlong(error: Error, { redirect }: Result, ctx: Context): Promise<void> {
  const cause = causeOf(error)
  const page = `${ctx.base}/error?error=Configuration`
  if (cause && redirect?.startsWith(page) && !ctx.settings.pages.error) await rememberCause(ctx, cause)
}
