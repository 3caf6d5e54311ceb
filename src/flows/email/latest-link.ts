import { hashSha256Hex } from '#crypto'
import { Verification } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { EmailConfig } from '../../types/provider.js'
import type { UnhashedVerificationToken } from './verification-token.js'

/** The kind of the records that name the newest link to an email address. */
const kind = 'latest-email-link'

/** Stores which link is the newest one, if the provider ends older ones. The record has hashes only. */
export async function saveLatestLink(
  ctx: Context,
  provider: EmailConfig,
  { identifier, token, expires }: UnhashedVerificationToken & { readonly expires: Date },
): Promise<void> {
  const { records } = ctx.settings
  if (!provider.endsOlderLinks || !records) return
  const id = await toRecordId(provider, identifier)
  const value = await hashSha256Hex(token)
  await records.putRecord({ kind, id, userId: null, value, expires })
}

/**
 * Asserts that no newer link was sent.
 *
 * @throws Verification
 */
export async function assertLatestLink(
  ctx: Context,
  provider: EmailConfig,
  { identifier, token }: UnhashedVerificationToken,
): Promise<void> {
  // The configuration was rejected if it has no record store.
  const { records } = ctx.settings
  if (!provider.endsOlderLinks || !records) return
  const latest = await records.getRecord(kind, await toRecordId(provider, identifier))
  if (latest !== null && latest.value !== (await hashSha256Hex(token)))
    throw new Verification('A newer link was sent to this email address, which ended this one.')
}

async function toRecordId({ id }: EmailConfig, identifier: string): Promise<string> {
  return await hashSha256Hex(JSON.stringify([id, identifier]))
}
