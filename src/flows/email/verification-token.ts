import { hashSha256Hex } from '#crypto'
import { bindSecrets } from '../../config/secret.js'
import { MissingAdapter } from '../../errors.js'
import type { VerificationToken } from '../../types/adapter.js'
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
export async function consumeVerificationToken(
  ctx: Context,
  provider: EmailConfig,
  verificationToken: UnhashedVerificationToken,
): Promise<VerificationToken | null> {
  const adapter = requireEmailAdapter(ctx)
  return await findFirst(await buildTokenKeys(ctx, provider, verificationToken), async key =>
    adapter.useVerificationToken(key),
  )
}

/** Reads a token without consuming it, if the adapter can. */
export async function peekVerificationToken(
  ctx: Context,
  provider: EmailConfig,
  verificationToken: UnhashedVerificationToken,
): Promise<VerificationToken | null> {
  const adapter = requireEmailAdapter(ctx)
  return await findFirst(
    await buildTokenKeys(ctx, provider, verificationToken),
    async key => (await adapter.getVerificationToken?.(key)) ?? null,
  )
}

type VerificationTokenKey = Pick<VerificationToken, 'identifier' | 'token'>

/** Returns the hashes under which a token may be stored, one for each secret. New tokens use the first. */
function buildTokenKeys(
  { settings }: Context,
  { secret }: EmailConfig,
  { identifier, token }: UnhashedVerificationToken,
): Promise<readonly VerificationTokenKey[]> {
  const secrets = secret ? bindSecrets([secret], settings.tenant) : settings.hashSecrets
  return Promise.all(
    secrets.map(async candidate => ({ identifier, token: await hashSha256Hex(token + candidate) })),
  )
}

async function findFirst<T>(
  keys: readonly VerificationTokenKey[],
  lookUp: (key: VerificationTokenKey) => Promise<T | null>,
): Promise<T | null> {
  for (const key of keys) {
    const record = await lookUp(key)
    if (record) return record
  }
  return null
}
