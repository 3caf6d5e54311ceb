/**
 * What the plugin knows of a passkey beside its key: its name, and when it was created and last used.
 *
 * @module
 */
import {
  describeDevice,
  isRecord,
  type JsonObject,
  type PluginContext,
  type RecordStore,
  requireRecords,
} from '../../plugins.js'

/** The kind of the records. The id is that of the credential. */
export const passkeyKind = 'account.passkey'

/** How exactly the last use is known, in milliseconds: a sign-in within the hour writes nothing. */
const grainMs = 3_600_000

/** The details of a passkey. */
export interface PasskeyDetails {
  readonly name: string | null
  readonly createdAt: Date | null
  readonly lastUsedAt: Date | null
}

/** Reads the details of the passkeys of a user, by credential id. */
export async function readPasskeyDetails(
  ctx: PluginContext,
  userId: string,
): Promise<ReadonlyMap<string, PasskeyDetails>> {
  const records = await (await requireDetails(ctx)).listRecords({ kind: passkeyKind, userId })
  return new Map(records.map(({ id, value }) => [id, parseDetails(value)]))
}

function parseDetails(value: unknown): PasskeyDetails {
  const { name, createdAt, lastUsedAt } = isRecord(value) ? value : {}
  return {
    name: typeof name === 'string' ? name : null,
    createdAt: parseDate(createdAt),
    lastUsedAt: parseDate(lastUsedAt),
  }
}

function parseDate(value: unknown): Date | null {
  return typeof value === 'number' ? new Date(value) : null
}

function serializeDetails({ name, createdAt, lastUsedAt }: PasskeyDetails): JsonObject {
  return { name, createdAt: createdAt?.getTime() ?? null, lastUsedAt: lastUsedAt?.getTime() ?? null }
}

/** A passkey and its user. */
interface OwnedPasskey {
  readonly userId: string
  readonly id: string
}

async function updateDetails(
  ctx: PluginContext,
  { userId, id }: OwnedPasskey,
  changes: Partial<PasskeyDetails>,
): Promise<void> {
  const records = await requireDetails(ctx)
  const current = parseDetails((await records.getRecord(passkeyKind, id))?.value)
  const value = serializeDetails({ ...current, ...changes })
  await records.putRecord({ kind: passkeyKind, id, userId, value, expires: null })
}

/** Names a passkey. */
export async function renamePasskey(
  ctx: PluginContext,
  { name, ...passkey }: OwnedPasskey & { readonly name: string },
): Promise<void> {
  await updateDetails(ctx, passkey, { name })
}

/** Records a passkey that was created. Its first name is the browser. @returns the name */
export async function recordNewPasskey(ctx: PluginContext, passkey: OwnedPasskey): Promise<string | null> {
  const name = describeDevice(ctx.request.head.getHeader('user-agent') ?? null)
  await updateDetails(ctx, passkey, { name, createdAt: new Date() })
  return name
}

/** Records the hour in which a passkey was used. */
export async function recordPasskeyUse(ctx: PluginContext, passkey: OwnedPasskey): Promise<void> {
  const records = await requireDetails(ctx)
  const hour = Math.floor(Date.now() / grainMs) * grainMs
  const { lastUsedAt } = parseDetails((await records.getRecord(passkeyKind, passkey.id))?.value)
  if (lastUsedAt?.getTime() !== hour) await updateDetails(ctx, passkey, { lastUsedAt: new Date(hour) })
}

/** Deletes the details of a passkey that was removed. */
export async function deletePasskeyDetails(ctx: PluginContext, id: string): Promise<void> {
  await (await requireDetails(ctx)).deleteRecord(passkeyKind, id)
}

function requireDetails(ctx: PluginContext): Promise<RecordStore> {
  return requireRecords(ctx, 'names of passkeys')
}
