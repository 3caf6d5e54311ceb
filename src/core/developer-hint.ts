import { toError } from '../base/to-error.js'
import {
  canSaveDeveloperHint,
  type DeveloperHint,
  saveDeveloperHint,
} from '../checks/developer-hint-cookie.js'
import { getConfigHint } from '../config/config-hint.js'
import { getRuntimeEnvironment, isDevelopment } from '../config/environment.js'
import { redactError } from '../config/logger.js'
import { AuthError } from '../errors.js'
import type { Context } from '../types/context.js'
import type { FailureTrail } from '../types/logger.js'
import type { ActionResult } from '../types/request.js'
import type { RequestProgress } from './request-progress.js'

/** Maximum length of the shown message, in characters. A cookie contains it. */
const maxHintLength = 400

/**
 * Describes an error for the error page in development: the type, the message as it is logged, the option to check, and the trail. Empty
 * unless `NODE_ENV` is `development` or `test`. Only the first line of the message is shown, because later lines may contain a generated secret.
 */
export function describeForDeveloper(error: Error, trail: FailureTrail | undefined): DeveloperHint {
  if (!isDevelopment(getRuntimeEnvironment())) return {}
  const { message } = redactError(error)
  const type = error instanceof AuthError ? error.type : error.name
  const firstLine = message.split('\n', 1).join().slice(0, maxHintLength)
  const developerHint = [`${type}: ${firstLine}`, getConfigHint(error)].filter(Boolean).join('\n')
  return { developerHint, trail: trail?.trail }
}

/** The values of `error` that visitors cause, and whose text says everything. */
export const selfExplanatoryErrors: ReadonlySet<string> = new Set([
  'CredentialsSignin',
  'OAuthAccountNotLinked',
  'AccountNotLinked',
  'Verification',
  'TooManyRequests',
])

/** In development, stores the cause in a cookie for the built-in page that shows the error. A failure is logged: the page has no hint then. */
export async function saveHintForPage(
  error: Error,
  { redirect }: ActionResult,
  { ctx, trail }: RequestProgress,
): Promise<void> {
  const shownError = redirect && ctx && findShownError(redirect, ctx)
  const hint = shownError ? describeForDeveloper(error, trail) : {}
  if (!ctx || !shownError || !hint.developerHint || !canSaveDeveloperHint(ctx)) return
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
