export { decode, encode } from './crypto/jwt.js'
export { type GetTokenParams, getToken } from './sessions/get-token.js'
export type { DefaultJWT, JWT, JWTDecodeParams, JWTEncodeParams, JWTOptions } from './types/jwt.js'
