import { decode } from '../crypto/jwt.js'
import type { Context } from '../types/context.js'
import type { User } from '../types/user.js'
import type { Ceremony } from './webauthn-ceremony.js'

/**
 * Takes a ceremony that was begun under the reference, before a move-in: one cookie for all tabs, sealed twice. Spec:
 * behaviour section 6. One that holds a user is a registration; the user has an id when it is who was signed in.
 */
export async function consumeAuthjsCeremony(
  ctx: Context,
  provider: string,
  challenge: string,
): Promise<Ceremony | null> {
  const { name, options } = ctx.cookies.webauthnChallenge
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
    visitor: currentUserId,
    owner: null,
    newcomer: currentUserId === null ? user : null,
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
    const secret = [settings.jwt.secret, settings.secrets].flat(2)
    return await decode<Record<string, unknown>>({ token, secret, salt })
  } catch {
    // Stale, foreign or tampered with: as good as absent.
    return null
  }
}
