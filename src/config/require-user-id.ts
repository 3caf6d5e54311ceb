import { describeMissingUserId, toIdText } from '../base/parse.js'
import { InvalidConfig } from '../errors.js'

/**
 * Returns the id of a user as text. JavaScript callers can pass any value, and one that is no id would name no user.
 *
 * @param source the function that was called
 * @throws InvalidConfig if the value is not an id
 */
export function requireUserId(value: unknown, source: string): string {
  const id = toIdText(value)
  if (id !== null) return id
  throw new InvalidConfig(describeMissingUserId(value, source))
}
