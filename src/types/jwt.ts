import type { Awaitable } from './common.js'

/** The claims of a session token that Latchkey itself knows. Extend {@link JWT}, not this. */
export interface DefaultJWT extends Record<string, unknown> {
  name?: string | null | undefined
  email?: string | null | undefined
  picture?: string | null | undefined
  sub?: string | undefined
  /** Seconds since the epoch. */
  iat?: number | undefined
  /** Seconds since the epoch. */
  exp?: number | undefined
  jti?: string | undefined
}

/** The payload of a session token. Extend by `declare module 'latchkey/jwt' { interface JWT { … } }`. */
export interface JWT extends Record<string, unknown>, DefaultJWT {}

/** What `encode` takes. */
export interface JWTEncodeParams<Payload = JWT> {
  /** Seconds until the token expires. @default 2592000 */
  maxAge?: number | undefined
  /** Bound into the key: a token opens only with the salt it was made with. */
  salt: string
  /** The first one encrypts. */
  secret: string | readonly string[]
  token?: Payload | undefined
}

/** What `decode` takes. */
export interface JWTDecodeParams {
  /** The salt the token was made with: for sessions, the name of the cookie. */
  salt: string
  /** Each one is tried. */
  secret: string | readonly string[]
  token?: string | undefined
}

/** How session tokens are made and read. */
export interface JWTOptions {
  /** Used in place of the configuration's `secret`. */
  secret: string | readonly string[]
  /** Seconds. @default session.maxAge */
  maxAge: number
  encode(params: JWTEncodeParams): Awaitable<string>
  decode(params: JWTDecodeParams): Awaitable<JWT | null>
}
