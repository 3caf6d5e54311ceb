import { booleanRule, type OptionRule, textRule } from '../base/option-fault.js'
import { appendQuery } from '../http/url.js'
import type { Awaitable } from '../types/common.js'
import type { PendingSignIn } from '../types/pending-sign-in.js'
import type { PluginContext, PluginPage, PluginSession } from '../types/plugin.js'
import type { PluginFailureStatus } from '../types/plugin-calls.js'
import type { User } from '../types/user.js'
import { setKnownRecord } from './user-records.js'

/** What a failure says beside its name. */
export interface FailureDetails {
  /** @default 429 with `retryAfter`, else 400 */
  readonly status?: PluginFailureStatus | undefined
  /** Seconds until the next attempt. */
  readonly retryAfter?: number | undefined
  /** The page that the user opens next. Browsers are redirected to it. */
  readonly url?: string | undefined
}

/** Marks failures. It is the same in every copy of the package, and JSON cannot contain it. */
const failureMark: unique symbol = Symbol.for('latchkey.operation-failure')

/** A failure that callers of an operation can expect. It is returned and not thrown. */
export class OperationFailure<Name extends string = string> {
  readonly [failureMark] = true
  readonly error: Name
  readonly status: PluginFailureStatus
  readonly retryAfter: number | undefined
  readonly url: string | undefined

  constructor(
    error: Name,
    { retryAfter, status = retryAfter === undefined ? 400 : 429, url }: FailureDetails,
  ) {
    this.error = error
    this.status = status
    this.retryAfter = retryAfter
    this.url = url
  }
}

/** Creates a failure for `run` of an operation to return. */
export function createFailure<const Name extends string>(
  error: Name,
  details: FailureDetails = {},
): OperationFailure<Name> {
  return new OperationFailure(error, details)
}

/** Returns whether the result of an operation is a failure. */
export function isFailure(result: unknown): result is OperationFailure {
  return Reflect.get(Object(result), failureMark) === true
}

/** The user that an operation is about. */
export type OperationUser = PluginSession['user'] | (User & { readonly id: string })

/** The user of a request: of a pending sign-in, or of the session. */
export type Subject = PendingSubject | SessionSubject

/** The user of a sign-in that a policy interrupted. */
export interface PendingSubject {
  readonly user: OperationUser
  readonly pending: PendingSignIn
  readonly session: null
}

/** The signed-in user. */
export interface SessionSubject {
  readonly user: OperationUser
  readonly pending: null
  readonly session: PluginSession
}

/** A user that server code names. Server code has decided that the call is allowed. */
export interface NamedSubject {
  readonly user: OperationUser
  readonly pending: null
  readonly session: null
}

/**
 * The user of an operation: none, the signed-in user, the signed-in user or one that server code names, or the user of a pending
 * sign-in or of the session.
 */
export type SubjectKind = 'none' | 'session' | 'user' | 'sign-in'

/**
 * Returns the user of the request, or null. A request that names a pending sign-in is never about the session.
 *
 * @param pendingId the id of a pending sign-in. @default the parameter `pending` of the form or of the URL
 * @param recordKind also reads the record of this kind of the user of a pending sign-in: see `getPendingSignIn`
 */
export async function findSubject(
  ctx: PluginContext,
  pendingId?: string,
  recordKind?: string,
): Promise<Subject | null> {
  const id = pendingId ?? readPendingId(ctx)
  if (id === null || id === '') return await findSessionSubject(ctx)
  if (typeof id !== 'string') return null
  const pending = await ctx.getPendingSignIn(id, recordKind)
  if (!pending) return null
  const { user, userRecord } = pending
  if (recordKind !== undefined && userRecord !== undefined)
    setKnownRecord(ctx, { kind: recordKind, userId: user.id }, userRecord)
  return { user, pending, session: null }
}

/** Returns the parameter `pending` of the form or of the URL, which can be of any type. Null if there is none. */
export function readPendingId({ request: { body, query } }: PluginContext): unknown {
  return body.pending ?? query.pending ?? null
}

/** Returns the signed-in user, or null. */
export async function findSessionSubject(ctx: PluginContext): Promise<SessionSubject | null> {
  const session = await ctx.getSession()
  return session && { user: session.user, pending: null, session }
}

/**
 * Completes what the user passed methods for: continues the pending sign-in, or raises the session.
 *
 * @returns the URL to redirect to, or the failure `signed-out` if the session ended meanwhile
 */
export async function completeSubject(
  ctx: PluginContext,
  subject: Subject,
  methods: readonly string[],
): Promise<string | OperationFailure<'signed-out'>> {
  if (subject.pending) return await ctx.resumeSignIn(subject.pending, methods)
  return (await ctx.raiseSession(methods)) ? ctx.callbackUrl : createSignedOutFailure(ctx)
}

/** A page of a plugin about a subject. */
export interface SubjectPage {
  /** The path below the id of the plugin. */
  readonly path: string
  /** Where a signed-in user continues. @default `callbackUrl` of the request */
  readonly callbackUrl?: string | undefined
  /** More parameters of the URL. */
  readonly params?: Readonly<Record<string, string>> | undefined
}

/** Builds the URL of a page of the plugin. It names the pending sign-in of the subject, or else where the browser continues. */
export function buildSubjectUrl(
  ctx: PluginContext,
  { pending }: Subject,
  { path, callbackUrl = ctx.callbackUrl, params }: SubjectPage,
): string {
  const subject = pending ? { pending: pending.id } : { callbackUrl }
  return appendQuery(`${ctx.pluginUrl}/${path}`, { ...subject, ...params })
}

/** Builds the URL of a path below the id of the plugin. The empty path is the id itself. */
export function buildOperationUrl({ pluginUrl }: PluginContext, path: string): string {
  return path === '' ? pluginUrl : `${pluginUrl}/${path}`
}

/**
 * Creates the failure of a request without a user, which leads to the sign-in page.
 *
 * @param returnUrl where the user continues after the sign-in. @default `callbackUrl` of the request
 */
export function createSignedOutFailure(
  { authUrl, callbackUrl, logger, pluginUrl }: PluginContext,
  returnUrl: string = callbackUrl,
): OperationFailure<'signed-out'> {
  const url = appendQuery(`${authUrl}/signin`, { callbackUrl: returnUrl })
  const reason = 'No user is signed in, and the request names no pending sign-in.'
  logger.debug('request of a plugin rejected', { plugin: pluginUrl, reason })
  return createFailure('signed-out', { status: 401, url })
}

/**
 * A field of the input of an operation. Requests are read leniently, because a form sends text: a value of another kind counts as absent. Calls
 * of server code are checked, because a wrong value is a mistake there.
 */
export interface InputField<Value, IsRequired extends boolean = boolean, Alias extends string = string> {
  /** What server code may pass. */
  readonly rule: OptionRule
  readonly isRequired: IsRequired
  /** Another name of the field in requests. */
  readonly alias?: Alias | undefined
  /** Whether the page of the operation gets the empty text instead, such as for a password. @default false */
  readonly isSecret?: boolean | undefined
  /** Reads the value of a request. */
  read(value: unknown): Value
}

/** The fields of an operation, by name. */
export type InputFields = Readonly<Record<string, InputField<unknown>>>

/** The input that `run` of an operation receives. */
export type OperationInput<Fields extends InputFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends InputField<infer Value> ? Value : never
}

type RequiredNames<Fields extends InputFields> = {
  [Name in keyof Fields]: Fields[Name]['isRequired'] extends true ? Name : never
}[keyof Fields]

type InputWithRequired<Fields extends InputFields, Required extends keyof Fields> = {
  readonly [Name in Required]: NonNullable<OperationInput<Fields>[Name]>
} & {
  readonly [Name in Exclude<keyof Fields, Required>]?: NonNullable<OperationInput<Fields>[Name]> | undefined
}

/** The input that server code passes: fields with a default can be left out. */
export type FunctionInput<Fields extends InputFields> = InputWithRequired<Fields, RequiredNames<Fields>>

type AliasedNames<Fields extends InputFields> = {
  [Name in keyof Fields]: NonNullable<Fields[Name]['alias']> extends never ? never : Name
}[keyof Fields]

/** The input of a request: a field can be left out if its alias is there. */
export type RequestInput<Fields extends InputFields> = InputWithRequired<
  Fields,
  Exclude<RequiredNames<Fields>, AliasedNames<Fields>>
> & { readonly [Alias in NonNullable<Fields[keyof Fields]['alias']>]?: string }

/** Options of a text. */
export interface TextFieldOptions {
  /** Whether the page of the operation gets the empty text instead, such as for a password. @default false */
  readonly isSecret?: boolean | undefined
}

/** Text that is required. A request without it has the empty text. `alias` is another name of the field in requests. */
export function createRequiredText(options?: TextFieldOptions): InputField<string, true, never>
export function createRequiredText<const Alias extends string>(
  options: TextFieldOptions & { readonly alias: Alias },
): InputField<string, true, Alias>
export function createRequiredText(
  options: TextFieldOptions & { readonly alias?: string } = {},
): InputField<string, true> {
  return {
    ...options,
    rule: { ...textRule, isRequired: true },
    isRequired: true,
    read: value => (typeof value === 'string' ? value : ''),
  }
}

/** Text that can be left out. A parameter that a URL lacks is null. */
export function createOptionalText(
  options: TextFieldOptions = {},
): InputField<string | undefined, false, never> {
  return {
    ...options,
    rule: { expected: 'text', isValid: value => value === null || textRule.isValid(value) },
    isRequired: false,
    read: value => (typeof value === 'string' && value !== '' ? value : undefined),
  }
}

/** One of several values. @param fallback the value if it is left out */
export function createChoice<const Value extends string, const Fallback extends Value | undefined>(
  values: readonly Value[],
  fallback: Fallback,
): InputField<Value | Fallback, false, never> {
  const isValue = (value: unknown): value is Value => values.some(each => each === value)
  const names = values.map(value => `'${value}'`)
  const expected = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ')
  return {
    rule: { expected, isValid: isValue },
    isRequired: false,
    read: value => (isValue(value) ? value : fallback),
  }
}

/** True or false. A checkbox of a form with the value `true` sends it only if it is checked. @default false */
export function createFlag(): InputField<boolean, false, never> {
  return { rule: booleanRule, isRequired: false, read: value => value === true || value === 'true' }
}

type SubjectInput<Kind extends SubjectKind> = Kind extends 'session'
  ? { readonly subject: SessionSubject }
  : Kind extends 'user'
    ? { readonly subject: SessionSubject | NamedSubject }
    : Kind extends 'sign-in'
      ? { readonly subject: Subject }
      : object

/** The input of `run`: the fields, and the subject if the operation has one. */
export type RunInput<Kind extends SubjectKind, Fields extends InputFields> = SubjectInput<Kind> &
  OperationInput<Fields>

/** What `run` returned: data or a failure. */
export type OperationOutcome<Data, Name extends string> =
  | { readonly data: Data; readonly failure: null }
  | { readonly data: null; readonly failure: OperationFailure<Name> }

/** What an operation returns if it succeeds. */
export type Success<Result> = Exclude<Awaited<Result>, OperationFailure>

/** The failures of an operation. */
export type FailureName<Result> =
  Awaited<Result> extends infer Returned
    ? Returned extends OperationFailure<infer Name>
      ? Name
      : never
    : never

/**
 * One call of a plugin. The HTTP action, its JSON, the server function, the calls of the typed client and its description in the documentation follow from it.
 *
 * A request needs the CSRF token if the method is POST. `run` returns JSON data, or a failure of {@link createFailure}. Browsers get the page of
 * `page`, else a redirect to the member `url` of the data or the failure.
 */
export interface Operation<
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Path extends string = string,
  Kind extends SubjectKind = SubjectKind,
  Fields extends InputFields = InputFields,
  Result = unknown,
  When extends Readonly<Record<string, string>> = Readonly<Record<string, string>>,
> {
  readonly method: Method
  /** The path below the id of the plugin. Empty for the id itself. */
  readonly path: Path
  /** A sentence for the documentation. */
  readonly description?: string | undefined
  /** @default 'none' */
  readonly subject?: Kind | undefined
  readonly input?: Fields | undefined
  /** The field and value of requests that select the operation, if several have the same method and path. */
  readonly when?: When | undefined
  run(ctx: PluginContext, input: RunInput<Kind, Fields>): Result
  /** Renders the page of an outcome. A URL redirects there, and null to the `url` of the outcome. */
  page?(
    ctx: PluginContext,
    outcome: OperationOutcome<Success<Result>, FailureName<Result>>,
    input: RunInput<Kind, Fields>,
  ): Awaitable<PluginPage | string | null>
}

/** An operation of any input and result. */
export interface AnyOperation {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly description?: string | undefined
  readonly subject?: SubjectKind | undefined
  readonly input?: InputFields | undefined
  readonly when?: Readonly<Record<string, string>> | undefined
  run(ctx: PluginContext, input: never): unknown
  page?(ctx: PluginContext, outcome: never, input: never): Awaitable<PluginPage | string | null>
}

/** The operations of a plugin. The name is that of the server function. */
export type Operations = Readonly<Record<string, AnyOperation>>

/** Declares an operation, so that the compiler knows its input in `run` and `page`. */
export function defineOperation<
  const Method extends 'GET' | 'POST',
  const Path extends string,
  Result,
  const Kind extends SubjectKind = 'none',
  const Fields extends InputFields = Record<never, never>,
  const When extends Readonly<Record<string, string>> = Record<never, never>,
>(
  operation: Operation<Method, Path, Kind, Fields, Result, When>,
): Operation<Method, Path, Kind, Fields, Result, When> {
  return operation
}
