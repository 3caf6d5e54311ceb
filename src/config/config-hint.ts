import { AdapterError, AuthError } from '../errors.js'

/**
 * Returns which option to check after a failure. Undefined for messages of Latchkey, which name the option themselves. Those of a database,
 * a provider or a callback do not.
 */
export function getConfigHint(error: Error): string | undefined {
  if (!(error instanceof AuthError)) return 'Check the functions of your configuration, `callbacks` first.'
  const { err, method, provider, callback } = error.cause ?? {}
  if (error instanceof AdapterError)
    return `Check your \`adapter\`${typeof method === 'string' ? `: \`${method}\` failed` : ''}.`
  if (typeof callback === 'string') return `Check \`callbacks.${callback}\`.`
  return err && typeof provider === 'string' ? `Check \`${provider}\` in your \`providers\`.` : undefined
}
