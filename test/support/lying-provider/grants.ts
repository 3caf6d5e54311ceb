import { createHash, randomBytes } from 'node:crypto'

/** Somebody with an account at the provider: their claims. */
export type Person = { sub: string } & Record<string, unknown>

/** Who let the client in, and what it had asked for. */
export interface Grant {
  person: Person
  asked: URLSearchParams
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
  redeem(body: URLSearchParams): Grant {
    const code = body.get('code') ?? ''
    const grant = this.#codes.get(code)
    this.#codes.delete(code)

    if (body.get('grant_type') !== 'authorization_code') throw refuse('unsupported_grant_type')
    if (!grant || !isProven(grant.asked, body)) throw refuse('invalid_grant')
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

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function isProven(asked: URLSearchParams, body: URLSearchParams): boolean {
  const verifier = body.get('code_verifier')
  const challenge = verifier === null ? null : sha256(verifier).toString('base64url')
  return body.get('redirect_uri') === asked.get('redirect_uri') && challenge === asked.get('code_challenge')
}

function put(grants: Map<string, Grant>, grant: Grant): string {
  const key = randomBytes(24).toString('base64url')
  grants.set(key, grant)
  return key
}
