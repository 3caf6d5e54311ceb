import { AuthError } from '../../errors.js'
import { type AuthInstance, getRuntimeEnvironment } from '../../server.js'

/** What a visitor reads instead of the message of an error of Latchkey. */
export const hiddenMessage = 'Internal Server Error'

/**
 * Whether visitors must not read the message of an error: it names settings of the app, for its developer. Elysia and Fastify send the
 * message of each error, also in production.
 */
export function isHidden(error: unknown): error is AuthError {
  const { NODE_ENV } = getRuntimeEnvironment()
  return error instanceof AuthError && NODE_ENV !== 'development' && NODE_ENV !== 'test'
}

/** Logs an error whose message is hidden, because the framework may log nothing. */
export function logHiddenError(error: AuthError, auth: AuthInstance | undefined): void {
  const logger = auth?.config.logger
  if (logger?.error) logger.error(error)
  else console.error(error)
}
