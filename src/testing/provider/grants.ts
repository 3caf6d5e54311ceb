import { generateRandomBytes, hashSha256, toBase64url } from '#crypto'

/** The claims of a user. */
export interface UserClaims {
  sub: string
  [claim: string]: unknown
}

/** The authorization that a user granted, with the parameters of the request. */
export interface Grant {
  readonly claims: UserClaims
  readonly params: URLSearchParams
}

/** Stores the issued codes and access tokens. */
export class Grants {
  readonly #codes = new Map<string, Grant>()
  readonly #tokens = new Map<string, Grant>()

  issueCode(grant: Grant): string {
    return storeGrant(this.#codes, grant)
  }

  issueToken(grant: Grant): string {
    return storeGrant(this.#tokens, grant)
  }

  /** Redeems a code. It is valid once, for the same redirect URI and with the matching code verifier. */
  async redeem(body: URLSearchParams): Promise<Grant> {
    const code = body.get('code') ?? ''
    const grant = this.#codes.get(code)
    this.#codes.delete(code)

    if (body.get('grant_type') !== 'authorization_code') throw createErrorResponse('unsupported_grant_type')
    if (!grant || !(await isRedeemable(grant, body))) throw createErrorResponse('invalid_grant')
    return grant
  }

  /** Returns the grant of the access token in `Authorization: Bearer`. */
  authenticateBearer(headers: Headers): Grant {
    const [, token = ''] = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '') ?? []
    const grant = this.#tokens.get(token)
    if (!grant) throw createErrorResponse('invalid_token', 401)
    return grant
  }
}

/** Creates an OAuth error response to throw. */
export function createErrorResponse(error: string, status = 400): Response {
  return Response.json({ error }, { status })
}

/** Verifies the redirect URI and the code verifier (RFC 7636 section 4.6). Rejects a verifier without a challenge, too. */
export async function isRedeemable({ params }: Grant, body: URLSearchParams): Promise<boolean> {
  const verifier = body.get('code_verifier')
  const challenge = verifier === null ? null : toBase64url(await hashSha256(verifier))
  return body.get('redirect_uri') === params.get('redirect_uri') && challenge === params.get('code_challenge')
}

function storeGrant(grants: Map<string, Grant>, grant: Grant): string {
  const key = toBase64url(generateRandomBytes(24))
  grants.set(key, grant)
  return key
}
