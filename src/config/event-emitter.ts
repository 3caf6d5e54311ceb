import { toError } from '../base/to-error.js'
import { EventError } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { Settings } from '../types/context.js'
import type { Logger } from '../types/logger.js'

type Listener = (message: never) => unknown

/**
 * Creates the function that calls the event callbacks of the app. Errors are logged and not rethrown. `this`
 * is the events object.
 */
export function createEventEmitter(events: AuthConfig['events'] & object, logger: Logger): Settings['emit'] {
  async function invokeListener(event: string, listener: Listener, message: unknown): Promise<void> {
    try {
      await listener.call(events, message as never)
    } catch (error) {
      logger.error(new EventError(toError(error), { event }))
    }
  }
  return (event, message) => {
    const listener = events[event] as Listener | undefined
    return listener && invokeListener(event, listener, message)
  }
}
