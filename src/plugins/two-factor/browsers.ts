/**
 * Two kinds of cookies of a user: they chose to skip the second factor in it (a remembered browser), and they passed it there before
 * (a known browser). Neither is an authentication: the session has no method for it, and step-up ignores it. NIST SP 800-63B section 5.1.
 *
 * @module
 */
import { generateToken, hashSha256Hex, type PluginContext, requireRecords } from '../../plugins.js'

/** The kind of the records of remembered browsers. They are deleted when all sessions of a user end. */
export const deviceKind = 'two-factor-device'
const knownPurpose = 'known-browser'
/** Half a year, in seconds. Each code renews it. */
const knownMaxAge = 15_552_000

/** Remembers this browser for `maxAge` seconds. */
export async function rememberDevice(ctx: PluginContext, userId: string, maxAge: number): Promise<void> {
  await saveDevice(ctx, userId, new Date(Date.now() + maxAge * 1000))
}

async function saveDevice(ctx: PluginContext, userId: string, expires: Date): Promise<void> {
  const token = generateToken()
  const records = await requireRecords(ctx, 'second factors')
  await records.putRecord({ kind: deviceKind, id: await hashSha256Hex(token), userId, value: {}, expires })
  const maxAge = Math.floor((expires.getTime() - Date.now()) / 1000)
  // Sealed, so that the cookie of one tenant is not valid in another with the same record store.
  const sealed = await ctx.seal('device', { token }, maxAge)
  ctx.cookies.set(await getCookieName('device', userId), sealed, { maxAge })
}

/**
 * Returns whether this browser is remembered. Its token can be used once, and is replaced by another one with the same expiry. Of several
 * concurrent requests with one token, one is remembered.
 */
export async function consumeDevice(ctx: PluginContext, userId: string): Promise<boolean> {
  const token = await readToken(ctx, userId)
  if (token === null) return false
  const records = await requireRecords(ctx, 'second factors')
  const id = await hashSha256Hex(token)
  const record = await records.getRecord(deviceKind, id)
  if (record?.userId !== userId || !record.expires) return false
  if (!(await records.deleteRecord(deviceKind, id, { ifVersion: record.version }))) return false
  await saveDevice(ctx, userId, record.expires)
  return true
}

async function readToken(ctx: PluginContext, userId: string): Promise<string | null> {
  const cookie = ctx.cookies.get(await getCookieName('device', userId))
  const { token } = (cookie && (await ctx.unseal('device', cookie))) || {}
  return typeof token === 'string' ? token : null
}

/** Ends all remembered browsers of a user. */
export async function deleteDevices(ctx: PluginContext, userId: string): Promise<void> {
  await (await requireRecords(ctx, 'second factors')).deleteRecordsByUserId(userId, deviceKind)
}

/** Returns the number of browsers that are remembered. */
export async function countDevices(ctx: PluginContext, userId: string): Promise<number> {
  return (await (await requireRecords(ctx, 'second factors')).listRecords({ kind: deviceKind, userId }))
    .length
}

/** Marks this browser, after the user passed the second factor in it: wrong codes of others then do not turn the app off in it. */
export async function markKnownBrowser(ctx: PluginContext, userId: string): Promise<void> {
  const sealed = await ctx.seal(knownPurpose, { userId }, knownMaxAge)
  ctx.cookies.set(await getCookieName('known', userId), sealed, { maxAge: knownMaxAge })
}

/** Returns whether the user passed the second factor in this browser before. */
export async function isKnownBrowser(ctx: PluginContext, userId: string): Promise<boolean> {
  const sealed = ctx.cookies.get(await getCookieName('known', userId))
  const claims = sealed === undefined ? null : await ctx.unseal(knownPurpose, sealed)
  return claims?.userId === userId
}

/** Several users of one browser have a cookie each. The name does not contain the id of the user. */
async function getCookieName(kind: 'device' | 'known', userId: string): Promise<string> {
  return `${kind}-${(await hashSha256Hex(userId)).slice(0, 12)}`
}
