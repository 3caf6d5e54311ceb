import { randomBytes, sha256, toBase64url } from '#crypto'

/** Somebody with an account at the provider: their claims. */
export interface Person {
  sub: string
  [claim: string]: unknown
}

/** Who let the client in, and what it had asked for. */
export interface Grant {
  readonly person: Person
  readonly asked: URLSearchParams
}

/** Codes and access tokens that are out. */
export class Grants {
  readonly #codes = new Map<string, Grant>()
  readonly #tokens = new Map<string, Grant>()

  issueCode(grant: Grant): string {
    return put(this.#codes, grant)
  }

  issueToken(grant: Grant): string {
    return put(this.#tokens, grant)
  }

  /** A code works once, for the same redirect URI, and with the verifier behind the challenge. */
  async redeem(body: URLSearchParams): Promise<Grant> {
    const code = body.get('code') ?? ''
    const grant = this.#codes.get(code)
    this.#codes.delete(code)

    if (body.get('grant_type') !== 'authorization_code') throw refuse('unsupported_grant_type')
    if (!grant || !(await isProven(grant, body))) throw refuse('invalid_grant')
    return grant
  }

  /** The grant behind `Authorization: Bearer`. */
  bearer(headers: Headers): Grant {
    const [, token = ''] = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '') ?? []
    const grant = this.#tokens.get(token)
    if (!grant) throw refuse('invalid_token', 401)
    return grant
  }
}

/** An OAuth error, to be thrown. */
export function refuse(error: string, status = 400): Response {
  return Response.json({ error }, { status })
}

/** RFC 7636 section 4.6. A verifier without a challenge is refused too. */
async function isProven({ asked }: Grant, body: URLSearchParams): Promise<boolean> {
  const verifier = body.get('code_verifier')
  const challenge = verifier === null ? null : toBase64url(await sha256(verifier))
  return body.get('redirect_uri') === asked.get('redirect_uri') && challenge === asked.get('code_challenge')
}

function put(grants: Map<string, Grant>, grant: Grant): string {
  const key = toBase64url(randomBytes(24))
  grants.set(key, grant)
  return key
}
