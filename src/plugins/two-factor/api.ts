import { describeMissingUserId, toIdText } from '../../base/id-text.js'
import {
  anyValue,
  booleanRule,
  findOptionFault,
  type OptionRule,
  type OptionRules,
  textRule,
} from '../../base/option-fault.js'
import { InvalidConfig } from '../../errors.js'
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

/** The id of a user. Without it, the signed-in user is meant. A value that is not an id is rejected: it was meant for another user. */
type NamedUser = [userId?: string]

/** A `pending` that is missing in a URL is `undefined` or `null`. */
const subjectRules: OptionRules<SubjectOptions> = {
  pending: { expected: 'text', isValid: value => value === null || textRule.isValid(value) },
}
const confirmRules: OptionRules<ConfirmEnrollmentOptions> = {
  ...subjectRules,
  code: { ...textRule, isRequired: true },
}
const methods: readonly unknown[] = ['totp', 'recovery-code', 'passkey'] satisfies SecondFactorMethod[]
const verifyRules: OptionRules<VerifyOptions> = {
  ...confirmRules,
  method: { expected: "'totp', 'recovery-code' or 'passkey'", isValid: value => methods.includes(value) },
  rememberDevice: booleanRule,
}
/** The parameters have errors of their own. */
const importRules: OptionRules<ImportedSecret> = {
  secret: { ...textRule, isRequired: true },
  algorithm: anyValue,
  digits: anyValue,
  period: anyValue,
}

function assertApiOptions(options: unknown, rules: Readonly<Record<string, OptionRule>>, name: string): void {
  const fault = findOptionFault(options, rules, `The options of \`${name}\``)
  if (fault !== null) throw new InvalidConfig(fault)
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
      options: SubjectOptions = {},
    ): Promise<Enrollment | TwoFactorFailure> {
      assertApiOptions(options, subjectRules, 'startEnrollment')
      const { pending } = options
      const subject = await findSubject(ctx, pending)
      return subject ? startEnrollment(ctx, settings, subject) : signedOut
    },

    /** Confirms the authenticator app, and returns recovery codes to show once. */
    async confirmEnrollment(
      ctx: PluginContext,
      options: ConfirmEnrollmentOptions,
    ): Promise<NewRecoveryCodes | TwoFactorFailure> {
      assertApiOptions(options, confirmRules, 'confirmEnrollment')
      const { code, pending } = options
      const subject = await findSubject(ctx, pending)
      return subject ? confirmEnrollment(ctx, settings, { subject, code }) : signedOut
    },

    /** Verifies a second factor, and continues a pending sign-in or raises the session. */
    async verify(ctx: PluginContext, options: VerifyOptions): Promise<VerifyResult> {
      assertApiOptions(options, verifyRules, 'verify')
      const { code, method = 'totp', rememberDevice = false, pending } = options
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
    async getStatus(ctx: PluginContext, ...named: NamedUser): Promise<TwoFactorStatus | null> {
      const changed = await findChangedUser(ctx, 'getStatus', named)
      return changed && readStatus(ctx, changed.user)
    },

    /** Replaces the recovery codes of the signed-in user, or of a user that you name. */
    async createRecoveryCodes(
      ctx: PluginContext,
      ...named: NamedUser
    ): Promise<NewRecoveryCodes | TwoFactorFailure> {
      const changed = await findChangedUser(ctx, 'createRecoveryCodes', named)
      return changed ? createRecoveryCodes(ctx, settings, changed) : signedOut
    },

    /** Removes the authenticator app and the recovery codes of the signed-in user, or of a user that you name. */
    async remove(ctx: PluginContext, ...named: NamedUser): Promise<ChangeDone | TwoFactorFailure> {
      const changed = await findChangedUser(ctx, 'remove', named)
      return changed ? removeFactor(ctx, settings, changed) : signedOut
    },

    /** Ends the remembered browsers of the signed-in user, or of a user that you name, for instance after a change of the password. */
    async forgetDevices(ctx: PluginContext, ...named: NamedUser): Promise<ChangeDone | TwoFactorFailure> {
      const changed = await findChangedUser(ctx, 'forgetDevices', named)
      return changed ? endDevices(ctx, settings, changed) : signedOut
    },
  }
}

/**
 * Stores the TOTP secret that a user has in another system. The user needs no new QR code, and is not notified.
 *
 * @returns false if the user has an authenticator app
 * @throws AuthError if the id of the user, the secret or a parameter is not valid
 */
async function importSecret(ctx: PluginContext, userId: string, imported: ImportedSecret): Promise<boolean> {
  assertApiOptions(imported, importRules, 'importSecret')
  const secret = decodeBase32(imported.secret)
  if (!secret) throw new AuthError('`secret` must be base32 (RFC 4648 section 6).')
  const factor = { ...defaultTotpParameters, ...imported, secret }
  const fault = findTotpFault(factor)
  if (fault) throw new AuthError(fault)
  return importTotp(ctx, requireUserId(userId, 'importSecret'), factor)
}

function requireUserId(value: unknown, source: string): string {
  const id = toIdText(value)
  if (id !== null) return id
  throw new InvalidConfig(describeMissingUserId(value, source))
}

/** A user that server code names, or the one of the session. */
async function findChangedUser(
  ctx: PluginContext,
  source: string,
  named: NamedUser,
): Promise<ChangedUser | null> {
  if (named.length === 0) {
    const session = await ctx.getSession()
    return session && { user: session.user, pending: null, session }
  }
  const userId = requireUserId(named[0], source)
  const user: TwoFactorUser | null = ctx.adapter ? await ctx.adapter.getUser(userId) : { id: userId }
  return user && { user, session: null }
}
