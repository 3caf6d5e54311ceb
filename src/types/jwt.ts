import type { Awaitable } from './common.js'

/** The claims of a session token that Latchkey sets. Extend {@link JWT} instead of this interface. */
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

/** Parameters of `encode`. */
export interface JWTEncodeParams<Payload = JWT> {
  /** Seconds until the token expires. @default 2592000 */
  maxAge?: number | undefined
  /** Part of the key derivation. A token can only be decoded with its own salt. */
  salt: string
  /** One secret or several. The first one encrypts. */
  secret: string | readonly string[]
  token?: Payload | undefined
}

/** Parameters of `decode`. */
export interface JWTDecodeParams {
  /** The salt that the token was encoded with. For sessions, the name of the cookie. */
  salt: string
  /** One secret or several. Each one is tried. */
  secret: string | readonly string[]
  token?: string | undefined
}

/** Options of session tokens. */
export interface JWTOptions {
  /**
   * Replaces the `secret` of the configuration.
   *
   * @default `secret` of the configuration
   * @error MissingSecret if it is empty
   * @error InvalidConfig if the newest has fewer than 16 characters in production
   * @warning short-secret if the newest has fewer than 32 characters
   */
  secret: string | readonly string[]
  /**
   * Seconds until a token expires.
   *
   * @default `session.maxAge`
   * @error InvalidConfig unless it is positive
   */
  maxAge: number
  /** Encodes the session token. @default `encode` of `latchkey/jwt` */
  encode(params: JWTEncodeParams): Awaitable<string>
  /** Decodes the session token. `null` or an error ends the session. @default `decode` of `latchkey/jwt` */
  decode(params: JWTDecodeParams): Awaitable<JWT | null>
}
