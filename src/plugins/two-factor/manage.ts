import type { PluginContext } from '../../plugins.js'
import { countDevices, deleteDevices } from './devices.js'
import type { NewRecoveryCodes } from './enroll.js'
import { readFactor } from './factor-record.js'
import { notifyUser } from './notify.js'
import { canChangeFactors } from './policy.js'
import { replaceRecoveryCodes } from './recovery-state.js'
import type { SessionSubject } from './subject.js'
import { hasFactor, readFactorStatus, removeFactorState } from './totp-state.js'
import type {
  TwoFactorChange,
  TwoFactorFailure,
  TwoFactorSettings,
  TwoFactorStatus,
  TwoFactorUser,
} from './types.js'

/** Returns the second factor of a user. */
export async function readStatus(ctx: PluginContext, user: TwoFactorUser): Promise<TwoFactorStatus> {
  return {
    ...(await readFactorStatus(ctx, user.id)),
    hasPasskey: (await ctx.findPasskeyMethod(user)) !== null,
    devices: await countDevices(ctx, user.id),
  }
}

/** A change that returns nothing. */
export interface ChangeDone {
  readonly error: null
  readonly recoveryCodes?: undefined
}

/** Who is changed: a signed-in user, or a user that server code names. */
export type ChangedUser = SessionSubject | { readonly user: TwoFactorUser; readonly session: null }

/** Replaces the recovery codes. */
export async function createRecoveryCodes(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  changed: ChangedUser,
): Promise<NewRecoveryCodes | TwoFactorFailure> {
  const failure = await findChangeFailure(ctx, changed)
  if (failure) return failure
  const { user } = changed
  const recoveryCodes = await replaceRecoveryCodes(ctx, user.id)
  if (!recoveryCodes) return { error: 'no-such-method' }
  await finishChange(ctx, settings, { changed, type: 'recovery-codes-created' })
  return { error: null, recoveryCodes, url: ctx.callbackUrl }
}

/** Removes the authenticator app and the recovery codes. A signed-in user cannot remove a factor that the app requires. */
export async function removeFactor(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  changed: ChangedUser,
): Promise<ChangeDone | TwoFactorFailure> {
  const failure = await findChangeFailure(ctx, changed)
  if (failure) return failure
  const { user, session } = changed
  if (session && (await settings.required(user))) return { error: 'required' }
  if (!(await removeFactorState(ctx, user.id))) return { error: 'no-such-method' }
  // A sign-in that waits for the app could else set up its own.
  await ctx.endPendingSignIns(user.id)
  await finishChange(ctx, settings, { changed, type: 'removed' })
  return { error: null }
}

/** Ends all remembered browsers of the user. */
export async function endDevices(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  changed: ChangedUser,
): Promise<ChangeDone | TwoFactorFailure> {
  const failure = await findChangeFailure(ctx, changed)
  if (failure) return failure
  const { user, session } = changed
  // The change gives the session a new id. A copied session that changes nothing would get one that a sign-out of its owner does not end.
  if (session && !(await hasFactorOrDevice(ctx, user.id))) return { error: 'no-such-method' }
  await finishChange(ctx, settings, { changed, type: 'devices-forgotten' })
  return { error: null }
}

/** The browser of a user whose second factor is a passkey can be remembered, too. */
async function hasFactorOrDevice(ctx: PluginContext, userId: string): Promise<boolean> {
  return hasFactor(await readFactor(ctx, userId)) || (await countDevices(ctx, userId)) > 0
}

/** Server code that names a user has decided that the change is allowed. */
async function findChangeFailure(ctx: PluginContext, changed: ChangedUser): Promise<TwoFactorFailure | null> {
  const isAllowed = changed.session === null || (await canChangeFactors(ctx, changed))
  return isAllowed ? null : { error: 'second-factor-required' }
}

/** After a change, remembered browsers end, the session gets a new id, and the user is notified. NIST SP 800-63B section 4.6. */
async function finishChange(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  { changed, type }: { readonly changed: ChangedUser; readonly type: TwoFactorChange },
): Promise<void> {
  const { user, session } = changed
  await deleteDevices(ctx, user.id)
  if (session) await ctx.raiseSession([])
  await notifyUser(ctx, settings, { user, type })
}
