import { AuthError, type PluginContext } from '../../plugins.js'
import { decodeBase32 } from './base32.js'
import { confirmEnrollment, type Enrollment, type NewRecoveryCodes, startEnrollment } from './enroll.js'
import {
  type ChangeDone,
  type ChangedUser,
  createRecoveryCodes,
  endDevices,
  readStatus,
  removeFactor,
} from './manage.js'
import { findSubject } from './subject.js'
import { defaultTotpParameters, findTotpFault, type TotpParameters } from './totp.js'
import { importTotp } from './totp-state.js'
import type {
  SecondFactorMethod,
  TwoFactorFailure,
  TwoFactorSettings,
  TwoFactorStatus,
  TwoFactorUser,
} from './types.js'
import { type VerifyResult, verifySecondFactor } from './verify.js'

/** Names a pending sign-in, by the parameter `pending` of its URL. Without it, the signed-in user is meant. */
export interface SubjectOptions {
  readonly pending?: string | undefined
}

/** The input of `confirmEnrollment`. */
export interface ConfirmEnrollmentOptions extends SubjectOptions {
  /** The first code of the authenticator app. */
  readonly code: string
}

/** The input of `verify`. */
export interface VerifyOptions extends ConfirmEnrollmentOptions {
  /** What `code` is. For a passkey it is the JSON of the credential. @default 'totp' */
  readonly method?: SecondFactorMethod | undefined
  /** Whether this browser is not asked for the next days. @default false */
  readonly rememberDevice?: boolean | undefined
}

/** A TOTP secret of another system. */
export interface ImportedSecret extends Partial<TotpParameters> {
  /** The secret as base32. */
  readonly secret: string
}

const signedOut = { error: 'signed-out' } as const

/** Creates the functions for server code. A function that takes a user id trusts the caller. */
export function createApi(settings: TwoFactorSettings) {
  return { ...createRequestFunctions(settings), ...createUserFunctions(settings), importSecret }
}

/** Creates the functions for a pending sign-in or the signed-in user. */
function createRequestFunctions(settings: TwoFactorSettings) {
  return {
    /** Starts to set up an authenticator app. */
    async startEnrollment(
      ctx: PluginContext,
      { pending }: SubjectOptions = {},
    ): Promise<Enrollment | TwoFactorFailure> {
      const subject = await findSubject(ctx, pending)
      return subject ? startEnrollment(ctx, settings, subject) : signedOut
    },

    /** Confirms the authenticator app, and returns recovery codes to show once. */
    async confirmEnrollment(
      ctx: PluginContext,
      { code, pending }: ConfirmEnrollmentOptions,
    ): Promise<NewRecoveryCodes | TwoFactorFailure> {
      const subject = await findSubject(ctx, pending)
      return subject ? confirmEnrollment(ctx, settings, { subject, code }) : signedOut
    },

    /** Verifies a second factor, and continues a pending sign-in or raises the session. */
    async verify(
      ctx: PluginContext,
      { code, method = 'totp', rememberDevice = false, pending }: VerifyOptions,
    ): Promise<VerifyResult> {
      const subject = await findSubject(ctx, pending)
      const proof = { method, code, rememberDevice }
      return subject ? verifySecondFactor(ctx, settings, { subject, proof }) : signedOut
    },
  }
}

/** Creates the functions for the signed-in user or a user that server code names. */
function createUserFunctions(settings: TwoFactorSettings) {
  return {
    /** Returns the second factor of the signed-in user, or of a user that you name; null if there is no such user. */
    async getStatus(ctx: PluginContext, userId?: string): Promise<TwoFactorStatus | null> {
      const changed = await findChangedUser(ctx, userId)
      return changed && readStatus(ctx, changed.user)
    },

    /** Replaces the recovery codes of the signed-in user, or of a user that you name. */
    async createRecoveryCodes(
      ctx: PluginContext,
      userId?: string,
    ): Promise<NewRecoveryCodes | TwoFactorFailure> {
      const changed = await findChangedUser(ctx, userId)
      return changed ? createRecoveryCodes(ctx, settings, changed) : signedOut
    },

    /** Removes the authenticator app and the recovery codes of the signed-in user, or of a user that you name. */
    async remove(ctx: PluginContext, userId?: string): Promise<ChangeDone | TwoFactorFailure> {
      const changed = await findChangedUser(ctx, userId)
      return changed ? removeFactor(ctx, settings, changed) : signedOut
    },

    /** Ends the remembered browsers of the signed-in user, or of a user that you name, for instance after a change of the password. */
    async forgetDevices(ctx: PluginContext, userId?: string): Promise<ChangeDone | TwoFactorFailure> {
      const changed = await findChangedUser(ctx, userId)
      return changed ? endDevices(ctx, settings, changed) : signedOut
    },
  }
}

/**
 * Stores the TOTP secret that a user has in another system. The user needs no new QR code, and is not notified.
 *
 * @returns false if the user has an authenticator app
 * @throws AuthError if the secret or a parameter is not valid
 */
async function importSecret(ctx: PluginContext, userId: string, imported: ImportedSecret): Promise<boolean> {
  const secret = decodeBase32(imported.secret)
  if (!secret) throw new AuthError('`secret` must be base32 (RFC 4648 section 6).')
  const factor = { ...defaultTotpParameters, ...imported, secret }
  const fault = findTotpFault(factor)
  if (fault) throw new AuthError(fault)
  return importTotp(ctx, userId, factor)
}

/** A user that server code names, or the one of the session. */
async function findChangedUser(ctx: PluginContext, userId?: string): Promise<ChangedUser | null> {
  if (userId === undefined) {
    const session = await ctx.getSession()
    return session && { user: session.user, pending: null, session }
  }
  const user: TwoFactorUser | null = ctx.adapter ? await ctx.adapter.getUser(userId) : { id: userId }
  return user && { user, session: null }
}
