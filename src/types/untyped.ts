/**
 * A value that TypeScript does not check, where the contract says `any`: the data of `update`, the profile of an inline provider, and
 * members of a profile that its type does not list. Only types that apps read use it. `unknown` would reject the common lines that read a member without a check, such as
 * `session.user.name` in the `jwt` callback.
 */
export type Untyped = any
