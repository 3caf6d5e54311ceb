import type { OptionRule } from '../base/option-fault.js'
import { assertOptions, requireUserId } from '../config/assert-options.js'
import { InvalidConfig, UnknownAction } from '../errors.js'
import { isJsonRequested, isNavigation } from '../http/messages.js'
import { assertNoActor } from '../sessions/no-actor.js'
import type { Awaitable } from '../types/common.js'
import type { Plugin, PluginAction, PluginContext, PluginFunction, PluginResponse } from '../types/plugin.js'
import {
  type AnyOperation,
  buildOperationUrl,
  createFailure,
  createOptionalText,
  createSignedOutFailure,
  findSessionSubject,
  findSubject,
  isFailure,
  type NamedSubject,
  type OperationFailure,
  type Operations,
  readPendingId,
  type Subject,
} from './operation.js'
import type { OperationFunctions } from './operation-types.js'
import {
  clearFailure,
  clearOutcome,
  outcomeCookie,
  readOutcome,
  type StoredOutcome,
  storeOutcome,
} from './outcome-redirect.js'

/** What {@link definePlugin} takes: a plugin with operations instead of actions. */
export interface PluginDefinition<Id extends string, Ops extends Operations, Api extends object>
  extends Omit<Plugin<Id, Api>, 'actions' | 'api'> {
  readonly operations: Ops
  /** Functions for server code that have no HTTP action. */
  readonly api?: Api | undefined
  /** The kind of a record with the id of the user that most operations read. It is read together with a pending sign-in. */
  readonly userRecordKind?: string | undefined
  /** Returns a text for the user about a failure, in the language of the request. Clients that request JSON get it as `message`. */
  readonly describeFailure?:
    | ((ctx: PluginContext, error: string) => Awaitable<string | undefined>)
    | undefined
}

/** A plugin with its operations. */
export type DefinedPlugin<Id extends string, Ops extends Operations, Api extends object> = Plugin<
  Id,
  OperationFunctions<Ops> & Api
> & { readonly operations: Ops }

/**
 * Creates a plugin from its operations: each one becomes an HTTP action with JSON, a server function and a call of the typed client.
 *
 * @example
 * ```ts
 * import { createFailure, defineOperation, definePlugin, createRequiredText } from 'latchkey/plugins'
 *
 * export const greeting = definePlugin({
 *   id: 'greeting',
 *   operations: {
 *     greet: defineOperation({
 *       method: 'GET',
 *       path: 'hello',
 *       input: { name: createRequiredText() },
 *       run: (_, { name }) => (name ? { text: `Hello ${name}` } : createFailure('no-name')),
 *     }),
 *   },
 * })
 * ```
 */
export function definePlugin<
  const Id extends string,
  const Ops extends Operations,
  Api extends object = Record<never, never>,
>(definition: PluginDefinition<Id, Ops, Api>): DefinedPlugin<Id, Ops, Api> {
  const { operations, api, userRecordKind, describeFailure, ...plugin } = definition
  assertOperations(definition)
  const functions = Object.entries(operations).map(([name, operation]) => [
    name,
    createFunction({ name, operation, userRecordKind, allowsActor: plugin.allowsActor === true }),
  ])
  return {
    ...plugin,
    operations,
    actions: createActions(Object.values(operations), { userRecordKind, describeFailure }),
    api: { ...Object.fromEntries(functions), ...api } as OperationFunctions<Ops> & Api,
  }
}

/** A mistake would otherwise hide an operation or a part of its input. */
function assertOperations({ id, operations, api = {} }: PluginDefinition<string, Operations, object>): void {
  const selections = new Set<string>()
  for (const [name, { method, path, when = {}, input = {} }] of Object.entries(operations)) {
    const fail = (fault: string) => {
      throw new InvalidConfig(`The operation "${name}" of the plugin "${id}" ${fault}`)
    }
    for (const field of ['subject', 'pending'])
      if (Object.hasOwn(input, field)) fail(`has a field "${field}". Give it another name: Latchkey sets it.`)
    if (Object.hasOwn(api, name)) fail('has the name of a member of `api`. Rename one of them.')
    const selection = `${method} ${path} ${JSON.stringify(when)}`
    if (selections.has(selection)) fail(`has the same method, path and \`when\` as another one.`)
    selections.add(selection)
    const isShared = listCandidates(Object.values(operations), { method, path }).length > 1
    if (isShared && Object.keys(when).length === 0)
      fail('needs `when`, because another operation has the same method and path.')
  }
}

/** Lists the operations that a request of a method and a path can mean. */
function listCandidates(
  operations: readonly AnyOperation[],
  { method, path }: Pick<AnyOperation, 'method' | 'path'>,
): readonly AnyOperation[] {
  return operations.filter(other => other.path === path && other.method === method)
}

type ActionSettings = Pick<PluginDefinition<string, Operations, object>, 'userRecordKind' | 'describeFailure'>

function createActions(
  operations: readonly AnyOperation[],
  { userRecordKind, describeFailure }: ActionSettings,
): NonNullable<Plugin['actions']> {
  const actions: Record<string, Partial<Record<'GET' | 'POST', PluginAction>>> = {}
  for (const { path, method } of operations) {
    if (actions[path]?.[method]) continue
    const candidates = listCandidates(operations, { method, path })
    const own = createAction(candidates, userRecordKind)
    const action = describeFailure ? withFailureMessage(own, describeFailure) : own
    actions[path] = { ...actions[path], [method]: action }
  }
  for (const [path, own] of Object.entries(actions)) {
    const posted = listCandidates(operations, { method: 'POST', path })
    if (posted.some(({ page }) => page))
      actions[path] = { ...own, GET: withOutcomes(own.GET ?? refuseUnknownPage, posted, userRecordKind) }
  }
  return actions
}

/** The path has only the page of a POST. */
function refuseUnknownPage({ request }: PluginContext): never {
  throw new UnknownAction(`The page at "${request.url.pathname}" is the answer to a form, and has expired.`)
}

/** Adds the message of a failure to its JSON. */
function withFailureMessage(
  action: PluginAction,
  describeFailure: NonNullable<ActionSettings['describeFailure']>,
): PluginAction {
  return async ctx => {
    const response = await action(ctx)
    const error = response.data?.['error']
    const message = typeof error === 'string' ? await describeFailure(ctx, error) : undefined
    return message === undefined ? response : { ...response, data: { ...response.data, message } }
  }
}

function createAction(candidates: readonly AnyOperation[], userRecordKind: string | undefined): PluginAction {
  return async ctx => {
    const { method, body, query } = ctx.request
    const values = method === 'GET' ? query : body
    const operation = candidates.find(({ when = {} }) =>
      Object.entries(when).every(([name, value]) => values[name] === value),
    )
    // A request that selects none is about the subject of the first one.
    const kind = operation ? operation.subject : candidates[0]?.subject
    if (kind === 'sign-in' && !isPendingId(readPendingId(ctx)))
      return toFailureResponse(createFailure('invalid-pending'))
    const subject = await findRequestSubject(ctx, kind, userRecordKind)
    if (subject === null) return toFailureResponse(createSignedOutFailure(ctx, findPageUrl(ctx, candidates)))
    if (!operation) return toFailureResponse(createUnknownFailure(candidates))
    return await runForRequest(ctx, operation, { fields: readFields(operation, values), subject })
  }
}

/**
 * A visitor who opened a page returns to it after the sign-in. A form was for the session that has ended, other clients have a page of their own,
 * and a page of a pending sign-in has done its work with the sign-in.
 */
function findPageUrl(ctx: PluginContext, [operation]: readonly AnyOperation[]): string | undefined {
  const { method, url, head } = ctx.request
  if (method !== 'GET' || !operation || operation.subject === 'sign-in' || isJsonRequested(head))
    return undefined
  return buildOperationUrl(ctx, operation.path) + url.search
}

/** Shows the outcome of a POST at its URL, else what the action shows. */
function withOutcomes(
  action: PluginAction,
  posted: readonly AnyOperation[],
  userRecordKind: string | undefined,
): PluginAction {
  return async ctx => {
    const stored = isJsonRequested(ctx.request.head) ? null : await readOutcome(ctx, posted)
    return (stored && (await showOutcome(ctx, stored, userRecordKind))) ?? (await action(ctx))
  }
}

interface PostedOutcome {
  readonly operation: AnyOperation
  readonly outcome: StoredOutcome
}

/**
 * A failure is shown as often as its user loads the page. A success is shown once, and its cookie is then deleted, because recovery codes can be part
 * of it. Neither is shown to another user, or after a sign-out.
 */
async function showOutcome(
  ctx: PluginContext,
  { operation, outcome }: PostedOutcome,
  userRecordKind: string | undefined,
): Promise<PluginResponse | null> {
  const { userId, data, failure, input, wasPending } = outcome
  const found = await findRequestSubject(ctx, operation.subject, userRecordKind)
  // A pending sign-in ends with its success.
  const isEnded = found === null && wasPending && !failure
  if ((found?.user.id ?? null) !== userId && !isEnded) {
    clearOutcome(ctx)
    return null
  }
  if (!failure) clearOutcome(ctx)
  const subject = isEnded ? { user: { id: userId }, pending: null, session: null } : (found ?? undefined)
  const page = () => operation.page?.(ctx, { data, failure } as never, { ...input, subject } as never) ?? null
  return { ...(failure ? toFailureResponse(failure) : toSuccessResponse(data ?? {})), page }
}

/** Another value was meant for a pending sign-in, so the request is not about the session. */
function isPendingId(value: unknown): boolean {
  return value === null || typeof value === 'string'
}

/** Returns undefined for an operation without a subject, and null if there is none. */
async function findRequestSubject(
  ctx: PluginContext,
  kind: AnyOperation['subject'],
  userRecordKind: string | undefined,
): Promise<Subject | null | undefined> {
  if (!kind || kind === 'none') return undefined
  const subject = await findSubject(ctx, undefined, userRecordKind)
  return kind === 'sign-in' || subject?.session ? subject : null
}

function createUnknownFailure(candidates: readonly AnyOperation[]): OperationFailure {
  const [name = 'operation'] = Object.keys(candidates[0]?.when ?? {})
  return createFailure(`unknown-${name}`)
}

function readFields({ input = {} }: AnyOperation, values: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(input).map(([name, field]) => [
    name,
    field.read(values[name] ?? (field.alias === undefined ? undefined : values[field.alias])),
  ])
  return Object.fromEntries(entries) as object
}

/** The page gets the empty text instead of a secret: it must not show it. */
function hideSecrets({ input = {} }: AnyOperation, fields: object): object {
  const hidden = Object.keys(input).filter(name => input[name]?.isSecret)
  return { ...fields, ...Object.fromEntries(hidden.map(name => [name, ''])) }
}

interface RequestInput {
  readonly fields: object
  readonly subject: Subject | undefined
}

async function runForRequest(
  ctx: PluginContext,
  operation: AnyOperation,
  { fields, subject }: RequestInput,
): Promise<PluginResponse> {
  const result: unknown = await operation.run(ctx, { ...fields, subject } as never)
  const failure = isFailure(result) ? result : null
  const data: { readonly url?: unknown } | null = failure ? null : Object(result)
  const response = failure ? toFailureResponse(failure) : toSuccessResponse(data ?? {})
  const { page } = operation
  if (!page || failure?.url !== undefined) return response
  const input = hideSecrets(operation, fields)
  const hasOutcome = operation.method === 'POST' && ctx.cookies.get(outcomeCookie) !== undefined
  if (hasOutcome && !failure) await clearFailure(ctx)
  return {
    ...response,
    async page() {
      const shown = await page(ctx, { data, failure } as never, { ...input, subject } as never)
      const isRedirected = operation.method === 'POST' && shown !== null && typeof shown === 'object'
      if (!isRedirected || !isNavigation(ctx.request.head)) return shown
      const about = { userId: subject?.user.id ?? null, wasPending: Boolean(subject?.pending) }
      return (await storeOutcome(ctx, operation, { data, failure, input, ...about })) ?? shown
    },
  }
}

function toSuccessResponse({ url, ...data }: { readonly url?: unknown }): PluginResponse {
  return { data, ...(typeof url === 'string' && { redirect: url }) }
}

function toFailureResponse({ error, status, retryAfter, url }: OperationFailure): PluginResponse {
  return {
    status,
    data: { error, ...(retryAfter !== undefined && { retryAfter }) },
    ...(url !== undefined && { redirect: url }),
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
  }
}

interface NamedOperation {
  readonly name: string
  readonly operation: AnyOperation
  readonly userRecordKind: string | undefined
  readonly allowsActor: boolean
}

/** Server code gets failures as data. A wrong option is a mistake, and throws. */
function createFunction({ name, operation, userRecordKind, allowsActor }: NamedOperation): PluginFunction {
  const { subject: kind = 'none', input: fields = {} } = operation
  const allFields = kind === 'sign-in' ? { ...fields, pending: createOptionalText() } : fields
  const rules = Object.fromEntries(Object.entries(allFields).map(([field, { rule }]) => [field, rule]))
  const hasInput = Object.keys(allFields).length > 0
  return async (ctx: PluginContext, ...params: unknown[]) => {
    const options = hasInput ? assertInput(params.shift(), rules, name) : {}
    if (params.length > (kind === 'user' ? 1 : 0))
      throw new InvalidConfig(
        `\`${name}\` received ${params.length} parameters too many or in the wrong place.`,
      )
    const subject =
      kind === 'user' && params.length > 0
        ? await findNamedSubject(ctx, params[0], name)
        : await findFunctionSubject(ctx, { kind, pending: options.pending, userRecordKind })
    if (subject === null) return { error: 'signed-out' }
    // Requests with the method POST are refused before they get here.
    if (operation.method === 'POST' && !allowsActor) assertNoActor(subject?.session ?? null)
    const result: unknown = await operation.run(ctx, { ...readFields(operation, options), subject } as never)
    const data: object = isFailure(result) ? toFunctionFailure(result) : { error: null, ...Object(result) }
    const url: unknown = Reflect.get(data, 'url')
    return typeof url === 'string' ? { ...data, url: await ctx.resolveRedirect(url) } : data
  }
}

/** Only a missing input is empty. */
function assertInput(
  options: unknown = {},
  rules: Readonly<Record<string, OptionRule>>,
  name: string,
): Readonly<Record<string, unknown>> {
  assertOptions(options, rules, name)
  return options as Readonly<Record<string, unknown>>
}

interface FunctionSubject {
  readonly kind: AnyOperation['subject']
  readonly pending: unknown
  readonly userRecordKind: string | undefined
}

async function findFunctionSubject(
  ctx: PluginContext,
  { kind, pending, userRecordKind }: FunctionSubject,
): Promise<Subject | null | undefined> {
  if (kind === 'none') return undefined
  if (kind !== 'sign-in') return await findSessionSubject(ctx)
  return await findSubject(ctx, typeof pending === 'string' ? pending : undefined, userRecordKind)
}

/** A value that is not an id is rejected: it was meant for another user. */
async function findNamedSubject(
  ctx: PluginContext,
  value: unknown,
  name: string,
): Promise<NamedSubject | null> {
  const userId = requireUserId(value, name)
  const user = ctx.adapter ? await ctx.adapter.getUser(userId) : { id: userId }
  return user && { user, pending: null, session: null }
}

function toFunctionFailure({ error, retryAfter, url }: OperationFailure): object {
  return { error, ...(retryAfter !== undefined && { retryAfter }), ...(url !== undefined && { url }) }
}
