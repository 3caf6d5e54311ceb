import { isRecord } from '../base/parse.js'
import { InvalidConfig } from '../errors.js'

/**
 * Asserts that a configuration is an object. JavaScript callers can pass anything, such as the result of a function for an unknown tenant.
 *
 * @throws InvalidConfig if it is not an object, or a promise
 */
export function assertConfig(config: unknown): void {
  if (config instanceof Promise) throw new InvalidConfig('The configuration is a promise. Await it first.')
  if (isRecord(config)) return
  const type = Array.isArray(config) ? 'array' : typeof config
  throw new InvalidConfig(
    `The configuration is not an object, but ${config === null ? 'null' : type}. Pass an object with \`providers\`, and check the name of its import. ` +
      'A function that creates it must return one for every request that it accepts.',
  )
}
