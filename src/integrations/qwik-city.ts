import { AuthError } from '../errors.js'
import { type AuthInstance, createAuth, getRuntimeEnvironment, type IntegrationOptions } from '../server.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import {
  assertEvent,
  isDataRequest,
  type QwikCityEvent,
  setPrivate,
  toEventRequest,
} from './qwik-city/event.js'
import { isPrerendering, prerenderedAuth } from './qwik-city/prerendered.js'
import {
  createEventAuth,
  type QwikCityRequestAuth,
  sendPage,
  sendResponseData,
} from './qwik-city/request-auth.js'
import type { ConfigApi } from './shared/bind-api.js'
import { type ConfigInput, type IntegrationConfig, resolveConfigInput } from './shared/config-input.js'
import { createRequestStore } from './shared/request-store.js'

export * from './shared/exports.js'
export type { ConfigApi as QwikCityApi, QwikCityEvent, QwikCityRequestAuth }

/** The configuration of a Qwik City app. What you leave out is read from environment variables. */
export type QwikCityAuthConfig = IntegrationConfig

/** What {@link QwikCityAuth} returns. */
export interface QwikCityAuthResult<S = Session, Api = object> {
  /** The middleware of `src/routes/plugin@auth.ts`: handles the authentication requests, and enables `getAuth` for all others. */
  readonly onRequest: (event: QwikCityEvent) => Promise<void>
  /**
   * Returns the authentication of the request, in loaders, actions, endpoints and middleware.
   *
   * @throws AuthError if `onRequest` has not run
   */
  readonly getAuth: (event: Pick<QwikCityEvent, 'sharedMap'>) => QwikCityRequestAuth<S, Api>
}

/** The key of the authentication in `ev.sharedMap`. */
const authKey = '@latchkey/auth'

/**
 * Adds authentication to a Qwik City app: handles the authentication requests below `/auth`, and reads the session in loaders, actions
 * and endpoints.
 *
 * The secret, `trustHost` and provider credentials default to environment variables, and `AUTH_URL` to `ORIGIN`.
 *
 * @param config the configuration, or a function that returns it for a request
 *
 * @example
 * ```ts
 * // src/auth.ts
 * import GitHub from 'latchkey/providers/github'
 * import { QwikCityAuth } from 'latchkey/qwik-city'
 *
 * export const { onRequest, getAuth } = QwikCityAuth({ providers: [GitHub] })
 *
 * // src/routes/plugin@auth.ts: export { onRequest } from '~/auth'
 * // a loader: const session = await getAuth(ev).getSession()
 * ```
 */
export function QwikCityAuth<Config extends QwikCityAuthConfig>(
  config: ConfigInput<Config, QwikCityEvent>,
): QwikCityAuthResult<InferSession<Config>, ConfigApi<Config>>
export function QwikCityAuth(config: ConfigInput<QwikCityAuthConfig, QwikCityEvent>): QwikCityAuthResult {
  const auths = createRequestStore<object, QwikCityRequestAuth>()

  function setAuth({ sharedMap }: QwikCityEvent, auth: QwikCityRequestAuth): void {
    auths.set(sharedMap, auth)
    sharedMap.set(authKey, auth)
  }

  return {
    async onRequest(event) {
      assertEvent(event)
      // Qwik City runs the middleware again for a rewritten URL.
      if (auths.get(event.sharedMap)) return
      if (isPrerendering(event)) return setAuth(event, prerenderedAuth)
      const auth = createAuth(await resolveConfigInput(config, event), integrationOptions)
      if (auth.isActionPath(event.url.pathname)) return handleAction(auth, event)
      setAuth(event, createEventAuth(auth, event))
      await runNext(event)
    },
    getAuth({ sharedMap }) {
      const auth = auths.get(sharedMap)
      if (auth) return auth
      throw new AuthError('`getAuth` needs `onRequest`. Export it from src/routes/plugin@auth.ts.')
    },
  }
}

async function handleAction(auth: AuthInstance, event: QwikCityEvent): Promise<void> {
  if (isDataRequest(event)) throw sendPage(event, 200)
  throw sendResponseData(event, await auth.handleIncomingRequest(toEventRequest(event)))
}

/** Qwik City removes `Cache-Control` for an error, whose response has the cookies of the session. */
async function runNext(event: QwikCityEvent): Promise<void> {
  try {
    await event.next()
  } catch (error) {
    if (!event.headersSent) setPrivate(event)
    throw error
  }
}

/** Qwik City's own setting for the origin is also that of Latchkey. */
const integrationOptions: IntegrationOptions = {
  getEnvironment: () => environment,
}

const environment = new Proxy<Record<string, string | undefined>>(
  {},
  {
    get(_, name) {
      if (typeof name !== 'string') return undefined
      const variables = getRuntimeEnvironment()
      return name === 'AUTH_URL' ? variables[name] || variables['ORIGIN'] : variables[name]
    },
  },
)
