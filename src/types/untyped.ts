/**
 * A value that TypeScript does not check, where the contract says `any`: the data of `update` and the profile of an inline provider.
 * Only types that apps read use it. `unknown` would reject the common lines that read a member without a check, such as
 * `session.user.name` in the `jwt` callback.
 */
export type Untyped = any
