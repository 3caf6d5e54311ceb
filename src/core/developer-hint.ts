import { toError } from '../base/to-error.js'
import { canSaveDeveloperHint, saveDeveloperHint } from '../checks/developer-hint-cookie.js'
import { getConfigHint } from '../config/config-hint.js'
import { getRuntimeEnvironment, isDevelopment } from '../config/environment.js'
import { redactError } from '../config/logger.js'
import { AuthError } from '../errors.js'
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

/** The values of `error` that visitors cause, and whose text says everything. */
const selfExplanatoryErrors: ReadonlySet<string> = new Set([
  'CredentialsSignin',
  'OAuthAccountNotLinked',
  'AccountNotLinked',
  'Verification',
  'TooManyRequests',
])

/** In development, stores the cause in a cookie for the built-in page that shows the error. A failure is logged: the page has no hint then. */
export async function saveHintForPage(error: Error, { redirect }: ActionResult, ctx: Context): Promise<void> {
  const shownError = redirect && findShownError(redirect, ctx)
  const hint = shownError && describeForDeveloper(error)
  if (!hint || !canSaveDeveloperHint(ctx)) return
  try {
    await saveDeveloperHint(ctx, shownError, hint)
  } catch (failure) {
    ctx.settings.logger.error(toError(failure))
  }
}

/** Returns the `error` that the built-in sign-in page or error page will show, unless it needs no explanation. */
function findShownError(redirect: string, { authUrl, settings }: Context): string | undefined {
  const [page, query] = redirect.split('?', 2)
  const isBuiltIn =
    (page === `${authUrl}/error` && !settings.pages.error) ||
    (page === `${authUrl}/signin` && !settings.pages.signIn)
  const error = isBuiltIn ? new URLSearchParams(query).get('error') : null
  return error === null || selfExplanatoryErrors.has(error) ? undefined : error
}
