/** A value or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>

/** The type that a promise or promise-like resolves to. */
export type Awaited<T> = T extends PromiseLike<infer U> ? U : T

/** A version such as `v1`, `v1.2` or `v1.2.3`. */
export type SemverString = `v${number}` | `v${number}.${number}` | `v${number}.${number}.${number}`

/** Makes every member optional and allows `undefined`. */
export type Optional<T> = { [K in keyof T]?: T[K] | undefined }

/** A value that JSON can represent. */
export type JsonValue = JsonPrimitive | JsonObject | JsonArray

/** An object of {@link JsonValue}s. */
export type JsonObject = { [Key in string]?: JsonValue }

/** A list of {@link JsonValue}s. */
export type JsonArray = JsonValue[]

/** A {@link JsonValue} without members. */
export type JsonPrimitive = string | number | boolean | null
