import { randomBytes } from 'node:crypto'
import { createErrorResponse, type Grant, isRedeemable } from '../../../testing/provider/grants.js'
import type { Failure } from './failures.js'

/** A grant with what is to go wrong. */
export interface DevGrant extends Grant {
  readonly failure: Failure | null
  /** When the user signed in, in seconds since the epoch. */
  readonly authTime: number
}

/** The kinds of secrets, with their lifetime in seconds. */
const lifetimes = { code: 60, access: 3600, refresh: 30 * 86_400 }

type Kind = keyof typeof lifetimes

interface StoredGrant {
  readonly kind: Kind
  readonly grant: DevGrant
  /** In milliseconds since the epoch, by the moved clock. */
  readonly expiresAt: number
}

/** Codes, access tokens and refresh tokens. They expire by the moved clock. */
export class DevGrants {
  readonly #getNow: () => number
  readonly #stored = new Map<string, StoredGrant>()

  constructor(getNow: () => number) {
    this.#getNow = getNow
  }

  /** Returns a new code or token. */
  issue(kind: Kind, grant: DevGrant): string {
    const secret = randomBytes(24).toString('base64url')
    this.#stored.set(secret, { kind, grant, expiresAt: this.#getNow() + lifetimes[kind] * 1000 })
    return secret
  }

  /**
   * Redeems a code or a refresh token, once, for the client that it was issued to.
   *
   * @throws Response with an OAuth error (RFC 6749 section 5.2)
   */
  async redeem(body: URLSearchParams, clientId: string): Promise<DevGrant> {
    const grant = this.#consume(body)
    if (!grant || grant.params.get('client_id') !== clientId) throw createErrorResponse('invalid_grant')
    const isCode = body.get('grant_type') === 'authorization_code'
    if (isCode && !(await isRedeemable(grant, body))) throw createErrorResponse('invalid_grant')
    return grant
  }

  /** Returns the grant of the access token in `Authorization: Bearer`. @throws Response with an OAuth error */
  authenticateBearer(headers: Headers): DevGrant {
    const [, token = ''] = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '') ?? []
    const grant = this.#find('access', token)
    if (!grant) throw createErrorResponse('invalid_token', 401)
    return grant
  }

  #consume(body: URLSearchParams): DevGrant | null {
    const [kind, secret] = readGrantSecret(body)
    const grant = this.#find(kind, secret)
    this.#stored.delete(secret)
    return grant
  }

  #find(kind: Kind, secret: string): DevGrant | null {
    const stored = this.#stored.get(secret)
    return stored?.kind === kind && stored.expiresAt > this.#getNow() ? stored.grant : null
  }
}

function readGrantSecret(body: URLSearchParams): [kind: Kind, secret: string] {
  switch (body.get('grant_type')) {
    case 'authorization_code':
      return ['code', body.get('code') ?? '']
    case 'refresh_token':
      return ['refresh', body.get('refresh_token') ?? '']
    default:
      throw createErrorResponse('unsupported_grant_type')
  }
}
