import { AuthError } from '../../errors.js'
import { createAuth, type IntegrationOptions, toResponse } from '../../server.js'
import type { AuthConfig } from '../../types/config.js'
import type { Session } from '../../types/session.js'
import { type ConfigInput, resolveConfigInput } from '../shared/config-input.js'
import { getPathname } from '../shared/pathname.js'
import { createRequestStore } from '../shared/request-store.js'
import { parseEvent } from './event.js'
import type { H3Event } from './event-types.js'
import { createRequestState, type RequestFunctions, type RequestState } from './request-auth.js'

/** Middleware of h3 1 and 2. h3 2 passes `next`. */
export type H3Middleware = (event: H3Event, next?: () => unknown) => Promise<unknown>

interface H3AuthParts {
  readonly auth: H3Middleware
  /** Returns the authentication of a request, as the handler of the event sees it. */
  getFunctions(event: H3Event): RequestFunctions
  /** Sets `event.context.session` and `event.context.auth` for the handlers that follow. */
  provideSession(event: H3Event, session: Session): void
}

/** Creates the middleware. `getOptions` returns what the integration knows better than the configuration. */
export function createH3Auth(
  config: ConfigInput<AuthConfig, H3Event>,
  getOptions: (event: H3Event) => IntegrationOptions | undefined = () => undefined,
): H3AuthParts {
  const states = createRequestStore<object, RequestState>()

  function getState(event: H3Event): RequestState {
    const state = states.get(event) ?? states.get(event.context)
    if (state) return state
    throw new AuthError('`event.context.auth` needs the middleware `auth`. Call `app.use(auth)` first.')
  }

  return {
    async auth(event, next) {
      const exchange = parseEvent(event)
      if (states.get(event)) return next?.()
      const auth = createAuth(await resolveConfigInput(config, event), getOptions(event))
      if (auth.isActionPath(getPathname(exchange.request.url)))
        return toResponse(await auth.handleIncomingRequest(exchange.request))
      const state = createRequestState(event, exchange, auth)
      states.set(event, state)
      // A cached handler of Nitro 2 has another event with the same context.
      states.set(event.context, state)
      Object.assign(event.context, { auth: state })
      return next && finishAfter(state, next)
    },
    getFunctions: event => getState(event).bindTo(event),
    provideSession(event, session) {
      const state = getState(event)
      // An app may have several configurations. Behind a guard, `auth` is that of the guard.
      Object.assign(event.context, { auth: state })
      defineSession(event.context, state, session)
    },
  }
}

/** A cached handler has the context of the request that came first, and must not see its session. An app may replace the value. */
function defineSession(context: object, { protect }: RequestState, session: Session): void {
  Object.defineProperty(context, 'session', {
    get: () => protect(session),
    set: (value: unknown) =>
      void Object.defineProperty(context, 'session', {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      }),
    enumerable: true,
    configurable: true,
  })
}

/** h3 1 has no `next`. Its responses end when their headers are sent. */
async function finishAfter(state: RequestState, next: () => unknown): Promise<unknown> {
  let value: unknown
  try {
    value = await next()
  } catch (error) {
    await state.finish()
    throw error
  }
  return state.finish(value)
}
