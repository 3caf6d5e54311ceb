import { hashSha256Hex } from '#crypto'
import { chain, findFirst, joinAll } from '../../base/cache.js'
import { bindSecrets } from '../../config/secret.js'
import { MissingAdapter } from '../../errors.js'
import type { VerificationToken } from '../../types/adapter.js'
import type { Awaitable } from '../../types/common.js'
import type { Context } from '../../types/context.js'
import type { EmailConfig } from '../../types/provider.js'
import type { WrappedAdapter } from '../../types/wrapped-adapter.js'

/** A verification token as it is emailed. It is valid for one sign-in; the adapter stores only its hash. */
export interface UnhashedVerificationToken {
  readonly identifier: string
  readonly token: string
}

/** Returns the adapter, which email providers require. */
export function requireEmailAdapter({ settings }: Context): WrappedAdapter {
  if (settings.adapter) return settings.adapter
  throw new MissingAdapter('Email providers need an `adapter` to store verification tokens.')
}

/** Stores a token. */
export async function storeVerificationToken(
  ctx: Context,
  provider: EmailConfig,
  { expires, ...verificationToken }: UnhashedVerificationToken & { expires: Date },
): Promise<void> {
  const [key] = await buildTokenKeys(ctx, provider, verificationToken)
  if (key) await requireEmailAdapter(ctx).createVerificationToken({ ...key, expires })
}

/** Consumes a token in one step. Returns null if there is none. */
export function consumeVerificationToken(
  ctx: Context,
  provider: EmailConfig,
  verificationToken: UnhashedVerificationToken,
): Awaitable<VerificationToken | null> {
  const adapter = requireEmailAdapter(ctx)
  return chain(buildTokenKeys(ctx, provider, verificationToken), keys =>
    findFirst(keys, key => adapter.useVerificationToken(key)),
  )
}

/** Reads a token without consuming it, if the adapter can. */
export function peekVerificationToken(
  ctx: Context,
  provider: EmailConfig,
  verificationToken: UnhashedVerificationToken,
): Awaitable<VerificationToken | null> {
  const adapter = requireEmailAdapter(ctx)
  return chain(buildTokenKeys(ctx, provider, verificationToken), keys =>
    findFirst(keys, key => adapter.getVerificationToken?.(key) ?? null),
  )
}

type VerificationTokenKey = Pick<VerificationToken, 'identifier' | 'token'>

/** Returns the hashes under which a token may be stored, one for each secret. New tokens use the first. */
function buildTokenKeys(
  { settings }: Context,
  { secret }: EmailConfig,
  { identifier, token }: UnhashedVerificationToken,
): Awaitable<readonly VerificationTokenKey[]> {
  const secrets = secret ? bindSecrets([secret], settings.tenant) : settings.hashSecrets
  return joinAll(
    secrets.map(candidate => chain(hashSha256Hex(token + candidate), hash => ({ identifier, token: hash }))),
  )
}
