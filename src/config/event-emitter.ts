import { toError } from '../base/to-error.js'
import { EventError } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { Settings } from '../types/context.js'
import type { EventContext, EventMessages, RaisedEvent } from '../types/events.js'
import type { Logger } from '../types/logger.js'
import type { AuthRequest } from '../types/request.js'

/** The event callbacks of the app, or of a plugin. */
export type EventSource = NonNullable<AuthConfig['events']>

type EventName = keyof EventMessages

type Listener = (message: never, context: EventContext) => unknown

interface ReceivedEvent extends Pick<AuthRequest, 'head'> {
  readonly message: unknown
}

/**
 * Creates the function that calls `onEvent` of the plugins, then the event callbacks of the app and of the plugins. Errors are logged and not
 * rethrown. `this` is the events object.
 */
export function createEventEmitter(sources: readonly EventSource[], logger: Logger): Settings['emit'] {
  async function invokeListeners(event: EventName, { message, head }: ReceivedEvent): Promise<void> {
    for (const events of sources) {
      const listener = events[event] as Listener | undefined
      try {
        await listener?.call(events, message as never, { request: head })
      } catch (error) {
        logger.error(new EventError(toError(error), { event }))
      }
    }
  }
  return (event, message, ctx) => {
    const notifyPlugins = event !== 'session' && 'services' in ctx && ctx.services.notifyPlugins
    const invoke = () => invokeListeners(event, { message, head: ctx.request.head })
    if (notifyPlugins)
      return Promise.resolve(notifyPlugins(ctx, { name: event, message } as RaisedEvent)).then(invoke)
    return sources.some(events => events[event]) ? invoke() : undefined
  }
}
