import { toError } from '../base/to-error.js'
import { saveDeveloperHint } from '../checks/developer-hint-cookie.js'
import { getRuntimeEnvironment, isDevelopment } from '../config/environment.js'
import { redactError } from '../config/logger.js'
import { AdapterError, AuthError } from '../errors.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'

/** Maximum length of the shown message, in characters. A cookie contains it. */
const maxHintLength = 400

/**
 * Describes an error for the error page in development: the type, the message as it is logged, and the option to check. Undefined
 * unless `NODE_ENV` is `development` or `test`. Only the first line of the message is shown, because later lines may contain a generated secret.
 */
export function describeForDeveloper(error: Error): string | undefined {
  if (!isDevelopment(getRuntimeEnvironment())) return undefined
  const { message } = redactError(error)
  const type = error instanceof AuthError ? error.type : error.name
  const firstLine = message.split('\n', 1).join().slice(0, maxHintLength)
  return [`${type}: ${firstLine}`, getConfigHint(error)].filter(Boolean).join('\n')
}

/** Messages of Latchkey name the option themselves. Those of a database, a provider or a callback do not. */
function getConfigHint(error: Error): string | undefined {
  if (!(error instanceof AuthError)) return 'Check the functions of your configuration, `callbacks` first.'
  const { err, method, provider } = error.cause ?? {}
  if (error instanceof AdapterError)
    return `Check your \`adapter\`${typeof method === 'string' ? `: \`${method}\` failed` : ''}.`
  return err && typeof provider === 'string' ? `Check \`${provider}\` in your \`providers\`.` : undefined
}

/** In development, stores the cause in a cookie for the built-in error page. A failure is logged: the response has no hint then. */
export async function saveHintForErrorPage(
  error: Error,
  { redirect }: ActionResult,
  ctx: Context,
): Promise<void> {
  const hint = describeForDeveloper(error)
  const errorPageUrl = `${ctx.authUrl}/error?error=Configuration`
  if (!hint || !redirect?.startsWith(errorPageUrl) || ctx.settings.pages.error) return
  try {
    await saveDeveloperHint(ctx, hint)
  } catch (failure) {
    ctx.settings.logger.error(toError(failure))
  }
}
