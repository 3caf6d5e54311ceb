import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ExecutionContext, HttpException } from '@nestjs/common'
import { AuthError } from '../../errors.js'
import type { AuthInstance, RequestHead } from '../../server.js'
import { toNodeRequestHead } from '../node/request.js'
import { addHeadHook, toMutableHeaders } from '../node/response-head.js'
import { createRequestAuth, type RequestAuth } from '../shared/request-auth.js'
import { createRequestStore } from '../shared/request-store.js'
import type { HttpFailure } from '../shared/translate-errors.js'
import { findRequest, type RequestSource } from './find-request.js'
import type { PlatformExchange } from './platform.js'

/** The service of a module: its class is how an app names the module. */
export interface ModuleService {
  readonly instance: AuthInstance
}

/** The authentication of one request by one module, and its response. */
export interface RequestState {
  readonly auth: RequestAuth
  /** The response of Node. Null for the handshake of a WebSocket, which is over. */
  readonly res: ServerResponse | null
}

interface ModuleState extends RequestState {
  readonly instance: AuthInstance
  /** The classes of the services that have this instance. */
  readonly services: Set<unknown>
}

/** A handler of an operation, and the state of the module whose guard covers it. A request may call several handlers in GraphQL. */
interface Selection {
  readonly handler: unknown
  readonly controller: unknown
  readonly state: ModuleState
}

/** An app may have several modules, for example for customers and for staff. Each has its own state. */
interface RequestEntry {
  readonly states: ModuleState[]
  readonly selections: Selection[]
}

/** Decorators have no access to the service, so the requests of all apps are here. */
const entries = createRequestStore<IncomingMessage, RequestEntry>()

/** Creates the authentication of a request by a module. Its cookies are written with the head of the response. */
export function createRequestState(service: ModuleService, { req, res, incoming }: PlatformExchange): void {
  if (findState(req, service)) return
  const auth = createAuth(service.instance, incoming)
  addState(req, service, { auth, res })
  addHeadHook(res, () => {
    const lines = auth.closeNow()
    for (const line of lines) res.appendHeader('set-cookie', line)
    auth.restrictCaching(toMutableHeaders(res))
  })
}

/**
 * Returns the authentication of a request by a module. That of a WebSocket, which did not pass the hook, is created.
 *
 * @throws AuthError if there is no HTTP request
 */
export function getRequestState(source: RequestSource, service: ModuleService): RequestState {
  const req = requireRequest(source)
  return findState(req, service) ?? createReadOnlyState(service, req)
}

/** Keeps which module's guard covers the handler, for the decorators of its parameters. */
export function selectModule(context: ExecutionContext, service: ModuleService): void {
  const req = findRequest(context)
  const entry = req && entries.get(req)
  if (!entry || entry.states.length < 2) return
  const state = entry.states.find(({ instance: auth }) => auth === service.instance)
  if (state)
    entry.selections.unshift({ handler: context.getHandler(), controller: context.getClass(), state })
}

/**
 * Returns the authentication of a request for the decorator of a parameter: that of the named service, else of the guard that covers
 * the handler, else of the only module, else of the module whose service is `AuthService`.
 *
 * @throws AuthError if there is no HTTP request, if the module is not imported, or if it is not clear which module is meant
 */
export function getCurrentState(
  context: ExecutionContext,
  named: unknown,
  defaultService: unknown,
): RequestState {
  const { states, selections } = entries.get(requireRequest(context)) ?? { states: [], selections: [] }
  const matches = named === undefined ? states : states.filter(({ services }) => services.has(named))
  if (matches[0] && matches.length === 1) return matches[0]
  if (states.length === 0) throw new AuthError(missingModule)
  if (matches.length === 0) throw createUnknownServiceError(named)
  const [handler, controller] = [context.getHandler(), context.getClass()]
  const selected = selections.find(each => each.handler === handler && each.controller === controller)
  if (selected && matches.includes(selected.state)) return selected.state
  const [first, ...others] = matches.filter(({ services }) => services.has(defaultService))
  if (first && others.length === 0) return first
  throw new AuthError(
    `${controller.name}.${handler.name} reads a session, and the app has several \`AuthModule\`. ${nameService}`,
  )
}

/** How an app says which module it means. */
export const nameService =
  'Give a module a service of its own: `class StaffAuth extends AuthService {}`, then `AuthModule.forRoot(config, { service: StaffAuth })`, and `@UseAuth(StaffAuth)` on its handlers.'

const missingModule =
  'The request did not pass `AuthModule`. Import `AuthModule.forRoot(config)` in the root module. For a WebSocket, use `AuthGuard` before the decorators.'

/** Creates the error for a service that no module provides. */
export function createUnknownServiceError(service: unknown): AuthError {
  const name = typeof service === 'function' ? service.name : String(service)
  return new AuthError(
    `No \`AuthModule\` provides ${name}. Import \`AuthModule.forRoot(config, { service: ${name} })\`. For a WebSocket, use \`AuthGuard\` before the decorators.`,
  )
}

function requireRequest(source: RequestSource): IncomingMessage {
  const req = findRequest(source)
  if (req) return req
  throw new AuthError(
    'The handler has no HTTP request. Mark it with `@Public()` if a guard covers it, or return the request (`req`) in the context of GraphQL. For a gateway on `WsAdapter`, keep it: `handleConnection(client, request) { client.request = request }`.',
  )
}

/** The handshake is over, so no cookie can be set. */
function createReadOnlyState(service: ModuleService, req: IncomingMessage): RequestState {
  const auth = createAuth(service.instance, toNodeRequestHead(req))
  auth.closeNow()
  return addState(req, service, { auth, res: null })
}

function findState(req: IncomingMessage, service: ModuleService): ModuleState | undefined {
  const state = entries.get(req)?.states.find(({ instance: auth }) => auth === service.instance)
  state?.services.add(service.constructor)
  return state
}

function addState(req: IncomingMessage, service: ModuleService, state: RequestState): ModuleState {
  const entry = entries.get(req) ?? { states: [], selections: [] }
  const added = { ...state, instance: service.instance, services: new Set([service.constructor]) }
  entry.states.push(added)
  entries.set(req, entry)
  return added
}

function createAuth(auth: AuthInstance, head: RequestHead): RequestAuth {
  return createRequestAuth(auth, head, createHttpError)
}

function createHttpError({ status, statusText, message, cause }: HttpFailure): HttpException {
  return new HttpException({ statusCode: status, message, error: statusText }, status, { cause })
}
