import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type AuthInstance, createAuth, type IntegrationOptions, type ResponseData } from '../../server.js'
import type { AuthConfig } from '../../types/config.js'
import { type ConfigInput, resolveConfigInput } from '../shared/config-input.js'
import { hiddenMessage, isHidden, logHiddenError } from '../shared/hidden-errors.js'
import { createRequestStore, type RequestStore } from '../shared/request-store.js'
import { toFastifyIncomingRequest, toFastifyRequestHead } from './request.js'
import { createRequestState, type RequestState } from './request-auth.js'

/** Options of `app.register(auth, options)`. */
export interface FastifyAuthPluginOptions {
  /** The base path of the actions. @default `basePath` of the configuration, else the path of `AUTH_URL`, else `/auth` */
  readonly prefix?: string | undefined
}

/** Says that another configuration has declared `request.auth`. A decorator of the app with this name stays an error of Fastify. */
const decorated = Symbol('latchkey.decorated')

/** The states of the requests that are handled. */
export type RequestStates = RequestStore<FastifyRequest, RequestState>

/**
 * Creates the plugin. Its hooks and its decorator are added to the instance that registers it, and its routes to one of their own, whose
 * body parsers the app does not see.
 */
export function createPlugin<Config extends AuthConfig>(
  config: ConfigInput<Config, FastifyRequest>,
  states: RequestStates,
): FastifyPluginAsync<FastifyAuthPluginOptions> {
  const errors = createRequestStore<FastifyRequest, Error>()
  const plugin: FastifyPluginAsync<FastifyAuthPluginOptions> = async (app, { prefix }) => {
    const basePath = resolveBasePath(config, app.prefix, prefix)
    const options: IntegrationOptions = { getBasePath: () => basePath }
    if (!app.hasRequestDecorator(decorated)) app.decorateRequest('auth').decorateRequest(decorated)
    app.addHook('onRequest', async (request, reply) => {
      const auth = createAuth(await resolveConfigInput(config, request), options)
      const state = createRequestState(auth, toFastifyRequestHead(request), reply)
      states.set(request, state)
      request.auth = state.auth
    })
    // The error handler of the app runs between these hooks, so the response shows what it has decided.
    app.addHook('onError', async (request, _reply, error) => void errors.set(request, error))
    app.addHook('onSend', async (request, reply, payload) => {
      await states.get(request)?.finish()
      const error = errors.get(request)
      return reply.statusCode >= 500 ? hideError(payload, error, states.get(request)?.instance) : payload
    })
    app.register(async routes => addRoutes(routes, basePath.slice(app.prefix.length), states))
  }
  return Object.assign(plugin, pluginMetadata)
}

/** Fastify compares its version with this, and adds the hooks to the instance that registers the plugin. */
const pluginMetadata = {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: 'latchkey',
  [Symbol.for('plugin-meta')]: { name: 'latchkey', fastify: '5.x' },
}

/** Returns the path of the actions that browsers see. Routes are added before a function can return the configuration of a request. */
function resolveBasePath<Config extends AuthConfig>(
  config: ConfigInput<Config, FastifyRequest>,
  parentPrefix: string,
  prefix: string | undefined,
): string {
  if (isPath(prefix)) return `${parentPrefix}/${prefix}`.replace(/\/+/g, '/').replace(/\/$/, '')
  if (typeof config === 'function') return `${parentPrefix}/auth`
  const { basePath } = createAuth(config)
  return basePath.startsWith(`${parentPrefix}/`) ? basePath : `${parentPrefix}${basePath}`
}

/** Plugin loaders, such as `@fastify/autoload`, may pass an empty prefix. */
function isPath(prefix: string | undefined): prefix is string {
  return prefix !== undefined && /[^/]/.test(prefix)
}

async function addRoutes(app: FastifyInstance, path: string, states: RequestStates): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.all(`${path}/*`, async (request, reply) => {
    const auth = states.get(request)?.instance
    const [pathname = ''] = request.originalUrl.split('?', 1)
    if (!auth?.isActionPath(pathname)) return reply.callNotFound()
    return sendResponse(await auth.handleIncomingRequest(toFastifyIncomingRequest(request)), reply)
  })
}

/** Replaces the message of an error in the JSON that Fastify writes. Fastify corrects the length. */
function hideError(payload: unknown, error: unknown, auth: AuthInstance | undefined): unknown {
  if (typeof payload !== 'string' || !isHidden(error)) return payload
  const message = JSON.stringify(error.message)
  if (!payload.includes(message)) return payload
  logHiddenError(error, auth)
  return payload.replaceAll(message, JSON.stringify(hiddenMessage))
}

/** Sends a response. Cookies that other code has set on the reply stay. */
export function sendResponse(
  { status, headers, body, setCookies }: ResponseData,
  reply: FastifyReply,
): FastifyReply {
  for (const line of setCookies) reply.header('set-cookie', line)
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined)
}
