import { toError } from '../base/to-error.js'
import { EventError } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { Settings } from '../types/context.js'
import type { EventContext } from '../types/events.js'
import type { Logger } from '../types/logger.js'
import type { AuthRequest } from '../types/request.js'

type Listener = (message: never, context: EventContext) => unknown

interface RaisedEvent extends Pick<AuthRequest, 'head'> {
  readonly message: unknown
}

/**
 * Creates the function that calls the event callbacks of the app. Errors are logged and not rethrown. `this`
 * is the events object.
 */
export function createEventEmitter(events: AuthConfig['events'] & object, logger: Logger): Settings['emit'] {
  async function invokeListener(
    event: string,
    listener: Listener,
    { message, head }: RaisedEvent,
  ): Promise<void> {
    try {
      await listener.call(events, message as never, { request: head })
    } catch (error) {
      logger.error(new EventError(toError(error), { event }))
    }
  }
  return (event, message, { head }) => {
    const listener = events[event] as Listener | undefined
    return listener && invokeListener(event, listener, { message, head })
  }
}
