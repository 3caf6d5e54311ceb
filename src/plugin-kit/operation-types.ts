/**
 * What follows from operations for the compiler: server functions, and the calls of the typed client.
 *
 * @module
 */
import type { PluginContext } from '../types/plugin.js'
import type {
  FailureName,
  FunctionInput,
  InputField,
  InputFields,
  Operations,
  RequestInput,
  SubjectKind,
  Success,
} from './operation.js'

type KindOfOperation<Op> = Op extends { readonly subject?: infer Kind } ? Extract<Kind, SubjectKind> : never
type FieldsOfOperation<Op> = Op extends { readonly input?: infer Fields }
  ? Extract<Fields, InputFields>
  : never
type WhenOfOperation<Op> = Op extends { readonly when?: infer When } ? Extract<When, object> : never
type ResultOfOperation<Op> = Op extends { run(...params: never[]): infer Result } ? Result : never

/** The failure of an operation whose subject is signed out. */
type SignedOut<Kind> = Kind extends 'none' ? never : 'signed-out'

/** The result of a server function. */
export type FunctionResult<Data, Name extends string> =
  | (Data & { readonly error: null })
  | { readonly error: Name; readonly retryAfter?: number; readonly url?: string }

interface PendingField {
  readonly pending: InputField<string | undefined, false, never>
}

type InputParams<Fields extends InputFields> = keyof Fields extends never
  ? []
  : object extends FunctionInput<Fields>
    ? [input?: FunctionInput<Fields>]
    : [input: FunctionInput<Fields>]

type FunctionParams<Kind, Fields extends InputFields> = Kind extends 'user'
  ? [...InputParams<Fields>, userId?: string]
  : InputParams<Kind extends 'sign-in' ? Fields & PendingField : Fields>

/** The server function of an operation. */
export type OperationFunction<Op> = (
  ctx: PluginContext,
  ...params: FunctionParams<KindOfOperation<Op>, FieldsOfOperation<Op>>
) => Promise<
  FunctionResult<
    Success<ResultOfOperation<Op>>,
    FailureName<ResultOfOperation<Op>> | SignedOut<KindOfOperation<Op>>
  >
>

/** The server functions of operations. */
export type OperationFunctions<Ops extends Operations> = {
  readonly [Name in keyof Ops]: OperationFunction<Ops[Name]>
}

type ClientInput<Op> = Op extends unknown
  ? (KindOfOperation<Op> extends 'sign-in' ? { readonly pending?: string | undefined } : object) &
      RequestInput<FieldsOfOperation<Op>> &
      WhenOfOperation<Op>
  : never

type ClientData<Op> = Op extends unknown ? ToJson<Success<ResultOfOperation<Op>>> : never

/** The compiler does not accept an interface as JSON, because it can be extended. */
type ToJson<T> = T extends readonly (infer Item)[]
  ? ToJson<Item>[]
  : T extends Date
    ? string
    : T extends object
      ? { [Name in keyof T]: ToJson<T[Name]> }
      : T

type ClientError<Op> = Op extends unknown
  ?
      | FailureName<ResultOfOperation<Op>>
      | SignedOut<KindOfOperation<Op>>
      | (KindOfOperation<Op> extends 'sign-in' ? 'invalid-pending' : never)
      | `unknown-${keyof WhenOfOperation<Op> & string}`
  : never

type PathsOfOperations<Ops extends Operations> = Ops[keyof Ops]['path']

type MethodsAt<Ops extends Operations, Path> = Extract<Ops[keyof Ops], { readonly path: Path }>['method']

type OperationsAt<Ops extends Operations, Path, Method> = Extract<
  Ops[keyof Ops],
  { readonly path: Path; readonly method: Method }
>

type JoinPath<Id extends string, Path extends string> = Path extends '' ? Id : `${Id}/${Path}`

/**
 * The calls of a plugin, for `createPluginClient` of `latchkey/client/plugins`.
 *
 * @example
 * ```ts
 * import type { InferActions } from 'latchkey/plugins'
 * import type { twoFactor } from 'latchkey/two-factor'
 *
 * export type Actions = InferActions<ReturnType<typeof twoFactor>>
 * ```
 */
export type InferActions<P> = P extends {
  readonly id: infer Id extends string
  readonly operations: infer Ops extends Operations
}
  ? {
      [Path in PathsOfOperations<Ops> as JoinPath<Id, Path>]: {
        [Method in MethodsAt<Ops, Path>]: {
          input: ClientInput<OperationsAt<Ops, Path, Method>>
          data: ClientData<OperationsAt<Ops, Path, Method>>
          error: ClientError<OperationsAt<Ops, Path, Method>>
        }
      }
    }
  : never
