import { listSecretCandidates } from '../../checks/secret-candidates.js'
import { hashSha256Hex } from '../../crypto/hex.js'
import { MissingAdapter } from '../../errors.js'
import type { VerificationToken } from '../../types/adapter.js'
import type { Context, WrappedAdapter } from '../../types/context.js'
import type { EmailConfig } from '../../types/provider.js'

/** What is mailed: good for one sign-in, as this address. The store knows its hash alone. */
export interface PlainVerificationToken {
  readonly identifier: string
  readonly token: string
}

/** The store, which an e-mail provider cannot do without. */
export function requireEmailAdapter({ settings }: Context): WrappedAdapter {
  if (settings.adapter) return settings.adapter
  throw new MissingAdapter('An e-mail provider needs an `adapter`, for its one-time tokens.')
}

/** Writes a ticket down. */
export async function storeVerificationToken(
  ctx: Context,
  provider: EmailConfig,
  { expires, ...verificationToken }: PlainVerificationToken & { expires: Date },
): Promise<void> {
  const [key] = await buildTokenKeys(ctx, provider, verificationToken)
  if (key) await requireEmailAdapter(ctx).createVerificationToken({ ...key, expires })
}

/** Uses a ticket up, in one step; null when there is none. */
export async function consumeVerificationToken(
  ctx: Context,
  provider: EmailConfig,
  verificationToken: PlainVerificationToken,
): Promise<VerificationToken | null> {
  const adapter = requireEmailAdapter(ctx)
  return findFirst(await buildTokenKeys(ctx, provider, verificationToken), async key =>
    adapter.useVerificationToken(key),
  )
}

/** What the store has of a ticket, which stays good, where the adapter can look without using. */
export async function peekVerificationToken(
  ctx: Context,
  provider: EmailConfig,
  verificationToken: PlainVerificationToken,
): Promise<VerificationToken | null> {
  const adapter = requireEmailAdapter(ctx)
  return findFirst(
    await buildTokenKeys(ctx, provider, verificationToken),
    async key => (await adapter.getVerificationToken?.(key)) ?? null,
  )
}

type VerificationTokenKey = Pick<VerificationToken, 'identifier' | 'token'>

/** The hashes that a ticket may be stored under; the first one is that of a new ticket. */
function buildTokenKeys(
  { settings }: Context,
  { secret }: EmailConfig,
  { identifier, token }: PlainVerificationToken,
): Promise<readonly VerificationTokenKey[]> {
  const secrets = secret ? [secret] : listSecretCandidates(settings.secrets)
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
