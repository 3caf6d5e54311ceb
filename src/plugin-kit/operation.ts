import type { Awaitable } from '../types/common.js'
import type { PluginContext, PluginPage } from '../types/plugin.js'
import type { PluginFailureStatus } from '../types/plugin-calls.js'
import type { InputFields, OperationInput } from './operation-input.js'
import type { NamedSubject, SessionSubject, Subject } from './subject.js'

/** What a failure says beside its name. */
export interface FailureDetails {
  /** @default 429 with `retryAfter`, else 400 */
  readonly status?: PluginFailureStatus | undefined
  /** Seconds until the next attempt. */
  readonly retryAfter?: number | undefined
  /** The page that the user opens next. Browsers are redirected to it. */
  readonly url?: string | undefined
}

/** A failure that callers of an operation can expect. It is returned and not thrown. */
export class OperationFailure<Name extends string = string> {
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
  return result instanceof OperationFailure
}

/**
 * The user of an operation: none, the signed-in user, the signed-in user or one that server code names, or the user of a pending
 * sign-in or of the session.
 */
export type SubjectKind = 'none' | 'session' | 'user' | 'sign-in'

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
  /** Renders the page of an outcome. Null redirects to its `url`. */
  page?(
    ctx: PluginContext,
    outcome: OperationOutcome<Success<Result>, FailureName<Result>>,
    input: RunInput<Kind, Fields>,
  ): Awaitable<PluginPage | null>
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
  page?(ctx: PluginContext, outcome: never, input: never): Awaitable<PluginPage | null>
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
