import {
  type AssuranceRequirement,
  buildSubjectUrl,
  createFailure,
  type Evidence,
  type NewMethod,
  newMethodMaxAge,
  type PluginContext,
  type PolicyDecision,
  type SignInCandidate,
  type SignInPolicy,
  type Subject,
} from '../../plugins.js'
import { devices } from './browsers.js'
import { hasFactor } from './factor.js'
import type { TwoFactorFailure, TwoFactorSettings, TwoFactorUser } from './types.js'

/** The id of the plugin. */
export const pluginId = 'two-factor'

const passkeyMethods: ReadonlySet<string> = new Set(['hwk', 'swk'])
/** What a passkey says about itself, beside the values above. */
const passkeyDetails: ReadonlySet<string> = new Set(['hwk', 'swk', 'user', 'mfa'])

/**
 * Returns whether a user passed a second factor: a code that this plugin verified, a passkey after another first factor, or a method that is
 * two factors, such as a passkey with user verification. The same passkey is not a second factor after itself.
 */
function hasPassedSecondFactor(methods: readonly Evidence[]): boolean {
  const passed = methods.filter(({ provider }) => provider === pluginId)
  const first = methods.filter(({ provider }) => provider !== pluginId)
  const isFirstOnlyPasskey = first.length > 0 && first.every(({ amr }) => passkeyDetails.has(amr))
  return (
    methods.some(({ amr }) => amr === 'mfa') ||
    passed.some(({ amr }) => amr === 'otp') ||
    (hasUsedPasskey(passed) && !isFirstOnlyPasskey)
  )
}

function hasUsedPasskey(methods: readonly Evidence[]): boolean {
  return methods.some(({ amr }) => passkeyMethods.has(amr))
}

/** Creates the policy that decides about a sign-in with any method. */
export function createTwoFactorPolicy(settings: TwoFactorSettings): SignInPolicy {
  return async (ctx, { user, methods }) => {
    if (hasPassedSecondFactor(methods)) return 'allow'
    if (!(await hasFactor(ctx, user.id))) return await resolveWithoutTotp(ctx, settings, { user, methods })
    if (settings.deviceMaxAge !== null && (await devices.consume(ctx, user.id))) return 'allow'
    return { interrupt: `${ctx.pluginUrl}/verify` }
  }
}

/** A passkey is a second factor of users who need one. Others can sign in without it, as before they had it. */
async function resolveWithoutTotp(
  ctx: PluginContext,
  { required }: TwoFactorSettings,
  { user, methods }: Pick<SignInCandidate, 'user' | 'methods'>,
): Promise<PolicyDecision> {
  if (!(await required(user))) return 'allow'
  const needsPasskey = !hasUsedPasskey(methods) && (await ctx.findPasskeyMethod(user)) !== null
  return { interrupt: `${ctx.pluginUrl}/${needsPasskey ? 'verify' : 'enroll'}` }
}

/**
 * Returns whether the user may change second factors: with the best one that the account has, passed in the last 15 minutes. A newer first
 * factor is not enough, and neither is a remembered browser. NIST SP 800-63B section 4.1.2.1.
 */
export async function canChangeFactors(
  ctx: PluginContext,
  { user, pending, session }: Subject,
): Promise<boolean> {
  const { methods } = pending ?? session
  const recentMethods = listRecent(methods)
  if (await hasFactor(ctx, user.id)) return hasPassedSecondFactor(recentMethods)
  if (await ctx.findPasskeyMethod(user)) return hasUsedPasskey(recentMethods)
  return true
}

/**
 * Decides whether the user may set up an app. The first one needs what a passkey needs: it is a way to pass every step-up. A pending sign-in is
 * at most ten minutes old.
 *
 * @returns what the user must do first, or null
 */
export async function authorizeEnrollment(
  ctx: PluginContext,
  subject: Subject,
): Promise<TwoFactorFailure | null> {
  if (!(await canChangeFactors(ctx, subject))) return createVerifyFailure(ctx, subject, 'enroll')
  if (subject.pending) return null
  const url = await ctx.authorizeNewMethod('factor', `${ctx.pluginUrl}/enroll`)
  return url === null ? null : createFailure('recent-sign-in-required', { status: 403, url })
}

/** Creates the failure that leads to the page that asks for the second factor, and from there to `returnPath`. */
export function createVerifyFailure(
  ctx: PluginContext,
  subject: Subject,
  returnPath: 'enroll' | 'manage' | 'remove',
): TwoFactorFailure {
  const callbackUrl = `${ctx.pluginUrl}/${returnPath}`
  const url = buildSubjectUrl(ctx, subject, { path: 'verify', callbackUrl })
  return createFailure('second-factor-required', { status: 403, url })
}

/**
 * Returns what the session must meet before a way to sign in is added, beside the sign-in in the last 15 minutes. It needs a second factor if the
 * user has an authenticator app, also after a sign-in by email. Without one, a user with passkeys needs a passkey to add a passkey or an app,
 * and for everything if two factors are required. A remembered browser is no factor.
 *
 * See NIST SP 800-63B section 4.1.2.1.
 *
 * @returns null if the second factor was passed in the last 15 minutes, or if the user has none
 */
export async function getNewMethodRequirement(
  ctx: PluginContext,
  { required }: TwoFactorSettings,
  { user, account }: { readonly user: TwoFactorUser; readonly account: NewMethod },
): Promise<AssuranceRequirement | null> {
  const maxAge = newMethodMaxAge
  if (await hasFactor(ctx, user.id)) {
    const { methods = [] } = (await ctx.getSession()) ?? {}
    if (hasPassedSecondFactor(listRecent(methods))) return null
    // After a sign-in of unknown methods, the code is all that can be known.
    return { acr: methods.some(({ provider }) => provider !== pluginId) ? 'mfa' : 'aal1', maxAge }
  }
  const isFactor = account.type === 'webauthn' || account.type === 'factor'
  const needsPasskey = isFactor || (await required(user))
  return needsPasskey && (await ctx.findPasskeyMethod(user)) ? { acr: 'phr', maxAge } : null
}

/** Lists the methods that were passed in the last 15 minutes. */
function listRecent(methods: readonly Evidence[]): readonly Evidence[] {
  const now = Date.now() / 1000
  return methods.filter(({ at }) => now - at <= newMethodMaxAge)
}
