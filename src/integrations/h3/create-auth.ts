import { AuthError } from '../../errors.js'
import { createServer, type IntegrationOptions, toResponse } from '../../server.js'
import type { AuthConfig } from '../../types/config.js'
import { type ConfigInput, resolveConfigInput } from '../shared/config-input.js'
import { getPathname } from '../shared/pathname.js'
import { createRequestStore } from '../shared/request-store.js'
import { parseEvent } from './event.js'
import type { H3Event } from './event-types.js'
import { createRequestState, type RequestState } from './request-auth.js'

/** Middleware of h3 1 and 2. h3 2 passes `next`. */
export type H3Middleware = (event: H3Event, next?: () => unknown) => Promise<unknown>

interface H3AuthParts {
  readonly auth: H3Middleware
  /** Returns the authentication of a request. */
  getState(event: H3Event): RequestState
}

/** Creates the middleware. `getOptions` returns what the integration knows better than the configuration. */
export function createH3Auth(
  config: ConfigInput<AuthConfig, H3Event>,
  getOptions: (event: H3Event) => IntegrationOptions | undefined = () => undefined,
): H3AuthParts {
  const states = createRequestStore<H3Event, RequestState>()
  return {
    async auth(event, next) {
      const exchange = parseEvent(event)
      if (states.get(event)) return next?.()
      const server = createServer(await resolveConfigInput(config, event), getOptions(event))
      if (server.isActionPath(getPathname(exchange.request.url)))
        return toResponse(await server.handleIncomingRequest(exchange.request))
      const state = createRequestState(exchange, server)
      states.set(event, state)
      Object.assign(event.context, { auth: state })
      return next && finishAfter(state, next)
    },
    getState(event) {
      const state = states.get(event)
      if (state) return state
      throw new AuthError('`event.context.auth` needs the middleware `auth`. Call `app.use(auth)` first.')
    },
  }
}

/** h3 1 has no `next`. Its responses end when their headers are sent. */
async function finishAfter(state: RequestState, next: () => unknown): Promise<unknown> {
  try {
    const value = await next()
    await state.finish(value)
    return value
  } catch (error) {
    await state.finish()
    throw error
  }
}
