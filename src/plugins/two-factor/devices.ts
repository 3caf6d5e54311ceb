/**
 * Browsers that a user chose to remember. Such a browser skips the second factor, but is not one: the session has no method for it, and
 * step-up ignores it. NIST SP 800-63B section 5.1.
 *
 * @module
 */
import * as platform from '#crypto'
import { hashSha256Hex } from '#crypto'
import type { PluginContext } from '../../plugins.js'
import { requireRecords } from './update-record.js'

/** The kind of the records. They are deleted when all sessions of a user end. */
export const deviceKind = 'two-factor-device'
/** 256 bits. */
const tokenLength = 32

/** Remembers this browser for `maxAge` seconds. */
export async function rememberDevice(ctx: PluginContext, userId: string, maxAge: number): Promise<void> {
  await saveDevice(ctx, userId, new Date(Date.now() + maxAge * 1000))
}

async function saveDevice(ctx: PluginContext, userId: string, expires: Date): Promise<void> {
  const token = platform.toBase64url(platform.generateRandomBytes(tokenLength))
  const records = await requireRecords(ctx)
  await records.putRecord({ kind: deviceKind, id: await hashSha256Hex(token), userId, value: {}, expires })
  const maxAge = Math.floor((expires.getTime() - Date.now()) / 1000)
  // Sealed, so that the cookie of one tenant is not valid in another with the same record store.
  ctx.cookies.set(await getCookieName(userId), await ctx.seal('device', { token }, maxAge), { maxAge })
}

/**
 * Returns whether this browser is remembered. Its token can be used once, and is replaced by another one with the same expiry. Of several
 * concurrent requests with one token, one is remembered.
 */
export async function consumeDevice(ctx: PluginContext, userId: string): Promise<boolean> {
  const token = await readToken(ctx, userId)
  if (token === null) return false
  const records = await requireRecords(ctx)
  const id = await hashSha256Hex(token)
  const record = await records.getRecord(deviceKind, id)
  if (record?.userId !== userId || !record.expires) return false
  if (!(await records.deleteRecord(deviceKind, id, { ifVersion: record.version }))) return false
  await saveDevice(ctx, userId, record.expires)
  return true
}

async function readToken(ctx: PluginContext, userId: string): Promise<string | null> {
  const cookie = ctx.cookies.get(await getCookieName(userId))
  const { token } = (cookie && (await ctx.unseal('device', cookie))) || {}
  return typeof token === 'string' ? token : null
}

/** Ends all remembered browsers of a user. @returns their number */
export async function deleteDevices(ctx: PluginContext, userId: string): Promise<number> {
  const records = await requireRecords(ctx)
  return records.deleteRecordsByUserId(userId, deviceKind)
}

/** Returns the number of browsers that are remembered. */
export async function countDevices(ctx: PluginContext, userId: string): Promise<number> {
  const records = await requireRecords(ctx)
  return (await records.listRecords({ kind: deviceKind, userId })).length
}

/** Several users of one browser have a cookie each. The name does not contain the id of the user. */
async function getCookieName(userId: string): Promise<string> {
  return `device-${(await hashSha256Hex(userId)).slice(0, 12)}`
}
