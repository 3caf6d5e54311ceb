import { vouchers } from '../../checks/vouchers.js'
import { sha256Hex } from '../../crypto/hex.js'
import { MissingAdapter } from '../../errors.js'
import type { VerificationToken } from '../../types/adapter.js'
import type { Context, Store } from '../../types/context.js'
import type { EmailConfig } from '../../types/provider.js'

/** What is mailed: good for one sign-in, as this address. The store knows its hash alone. */
export interface Ticket {
  readonly identifier: string
  readonly token: string
}

/** The store, which an e-mail provider cannot do without. */
export function storeFor({ settings }: Context): Store {
  if (settings.store) return settings.store
  throw new MissingAdapter('An e-mail provider needs an `adapter`, for its one-time tokens.')
}

/** Writes a ticket down. */
export async function issue(
  ctx: Context,
  provider: EmailConfig,
  { expires, ...ticket }: Ticket & { expires: Date },
): Promise<void> {
  const [key] = await keysOf(ctx, provider, ticket)
  if (key) await storeFor(ctx).createVerificationToken({ ...key, expires })
}

/** Uses a ticket up, in one step; null when there is none. */
export async function use(
  ctx: Context,
  provider: EmailConfig,
  ticket: Ticket,
): Promise<VerificationToken | null> {
  const store = storeFor(ctx)
  return first(await keysOf(ctx, provider, ticket), async key => store.useVerificationToken(key))
}

/** What the store has of a ticket, which stays good, where the adapter can look without using. */
export async function look(
  ctx: Context,
  provider: EmailConfig,
  ticket: Ticket,
): Promise<VerificationToken | null> {
  const store = storeFor(ctx)
  return first(
    await keysOf(ctx, provider, ticket),
    async key => (await store.getVerificationToken?.(key)) ?? null,
  )
}

type Key = Pick<VerificationToken, 'identifier' | 'token'>

/** The hashes that a ticket may be stored under; the first one is that of a new ticket. */
function keysOf(
  { settings }: Context,
  { secret }: EmailConfig,
  { identifier, token }: Ticket,
): Promise<readonly Key[]> {
  const secrets = secret ? [secret] : vouchers(settings.secrets)
  return Promise.all(secrets.map(async one => ({ identifier, token: await sha256Hex(token + one) })))
}

async function first<T>(keys: readonly Key[], ask: (key: Key) => Promise<T | null>): Promise<T | null> {
  for (const key of keys) {
    const found = await ask(key)
    if (found) return found
  }
  return null
}
