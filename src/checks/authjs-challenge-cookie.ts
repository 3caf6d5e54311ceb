import { decode } from '../crypto/jwt.js'
import type { Context } from '../types/context.js'
import type { User } from '../types/user.js'
import type { Ceremony } from './webauthn-ceremony.js'

/**
 * Consumes a ceremony that started under Auth.js, before a migration. Auth.js uses one cookie for all tabs
 * and encrypts it twice. See docs/reference/contract.md#check-cookies. A cookie with a user is a registration. The user
 * has an id if it was signed in.
 */
export async function consumeAuthjsCeremony(
  ctx: Context,
  provider: string,
  challenge: string,
): Promise<Ceremony | null> {
  const { name, options } = ctx.cookieOptions.webauthnChallenge
  const outer = await decodeOrNull(ctx, ctx.jar.get(name), name)
  if (outer?.provider !== provider) return null
  const claims = await decodeOrNull(ctx, outer.value, 'encodedWebauthnChallenge')
  if (claims?.challenge !== challenge) return null
  ctx.jar.clear(name, options)
  const user = isUser(claims.registerData) ? claims.registerData : null
  const currentUserId = user?.id ?? null
  return {
    provider,
    action: user ? 'register' : 'authenticate',
    challenge,
    initialUserId: currentUserId,
    expectedUserDigest: null,
    newUser: currentUserId === null ? user : null,
  }
}

function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false
  const { id, email }: { id?: unknown; email?: unknown } = value
  return typeof email === 'string' && (id === undefined || typeof id === 'string')
}

async function decodeOrNull({ settings }: Context, token: unknown, salt: string) {
  if (typeof token !== 'string' || token === '') return null
  try {
    return await decode<Record<string, unknown>>({
      token,
      secret: [...settings.checkSecrets],
      salt,
    })
  } catch {
    // An expired, foreign or modified cookie counts as absent.
    return null
  }
}
