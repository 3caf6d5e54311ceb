import * as platform from '#crypto'
import { isRecord } from '../base/parse.js'
import { AdapterError, InvalidConfig } from '../errors.js'
import type { JsonValue } from '../types/common.js'
import type { PluginContext } from '../types/plugin.js'
import type { RecordKey, StoredRecord } from '../types/record-store.js'
import { requireRecords } from './user-records.js'

/** 256 bits. */
const tokenLength = 32

/** A new one-time token. */
export interface NewOneTimeToken {
  /** What the token is for. It is valid for nothing else. */
  readonly purpose: string
  /** The user that the token is about, if there is one: so that it can be ended with others of the user. */
  readonly userId?: string | undefined
  /** What the token stands for. */
  readonly data?: JsonValue | undefined
  /** The text, for a code that users type: it needs 64 random bits or more. @default 256 random bits */
  readonly text?: string | undefined
  /** Seconds until it expires. */
  readonly maxAge: number
}

/** What a one-time token stands for. */
export interface OneTimeToken {
  readonly userId: string | null
  readonly data: JsonValue
}

/** A shorter text could be guessed. */
const minTextLength = 10

/**
 * Creates a token that can be used once, for a link or a cookie. It is valid for this purpose of this plugin and tenant only. The store has its
 * SHA-256 digest, and its data sealed.
 *
 * @returns the token, as base64url
 * @throws InvalidConfig if `maxAge` is not a number or `text` is shorter than 10 characters
 */
export async function createOneTimeToken(ctx: PluginContext, token: NewOneTimeToken): Promise<string> {
  const { purpose, userId = null, data = null, text = generateToken(), maxAge } = token
  if (text.length < minTextLength)
    throw new InvalidConfig(
      `The \`text\` of a one-time token has ${text.length} characters. Use at least ${minTextLength}.`,
    )
  const records = await requireTokens(ctx)
  const sealed = await ctx.seal(getOneTimeTokenKind(purpose), { userId, data }, maxAge)
  const expires = new Date(Date.now() + maxAge * 1000)
  const record = { ...(await toKey(purpose, text)), userId, value: { sealed }, expires }
  // Another token with the same text would be that of another user.
  if (await records.putRecord(record, { ifVersion: null })) return text
  throw new AdapterError(`A one-time token for "${purpose}" with this text exists already.`)
}

/** Generates 256 random bits as base64url. */
export function generateToken(): string {
  return platform.toBase64url(platform.generateRandomBytes(tokenLength))
}

/** Returns what a token stands for without using it up, to show a form. Null if it is not valid. */
export async function readOneTimeToken(
  ctx: PluginContext,
  purpose: string,
  text: string,
): Promise<OneTimeToken | null> {
  const { kind, id } = await toKey(purpose, text)
  return await openToken(ctx, purpose, await (await requireTokens(ctx)).getRecord(kind, id))
}

/** A token of another plugin, tenant or purpose cannot be opened. */
async function openToken(
  ctx: PluginContext,
  purpose: string,
  record: StoredRecord | null,
): Promise<OneTimeToken | null> {
  const { sealed } = isRecord(record?.value) ? record.value : {}
  const claims = typeof sealed === 'string' ? await ctx.unseal(getOneTimeTokenKind(purpose), sealed) : null
  if (!record || !claims || (claims.userId ?? null) !== record.userId) return null
  return { userId: record.userId, data: (claims.data ?? null) as JsonValue }
}

/** Uses a token up. Of several concurrent calls, one gets what it stands for; the others get null, as for a token that is not valid. */
export async function consumeOneTimeToken(
  ctx: PluginContext,
  purpose: string,
  text: string,
): Promise<OneTimeToken | null> {
  const records = await requireTokens(ctx)
  const { kind, id } = await toKey(purpose, text)
  const record = await records.getRecord(kind, id)
  const token = await openToken(ctx, purpose, record)
  if (!token || !record || !(await records.deleteRecord(kind, id, { ifVersion: record.version }))) return null
  return token
}

/** Ends the tokens of a user for a purpose. @returns their number */
export async function endOneTimeTokens(ctx: PluginContext, purpose: string, userId: string): Promise<number> {
  return await (await requireTokens(ctx)).deleteRecordsByUserId(userId, getOneTimeTokenKind(purpose))
}

function requireTokens(ctx: PluginContext) {
  return requireRecords(ctx, 'one-time tokens')
}

async function toKey(purpose: string, text: string): Promise<RecordKey> {
  return { kind: getOneTimeTokenKind(purpose), id: await platform.hashSha256Hex(text) }
}

/** Returns the kind of the records of one-time tokens: for `recordsOfSessions`, if they let a browser in, and `recordsOfUsers`. */
export function getOneTimeTokenKind(purpose: string): string {
  return `one-time-token.${purpose}`
}
