/**
 * Two-factor authentication: authenticator apps (TOTP), recovery codes, passkeys as second factor and remembered browsers.
 *
 * @module
 */
import {
  AuthError,
  anyValue,
  createChangeNotifier,
  decodeBase32,
  definePlugin,
  describeValue,
  findNotifyFault,
  findOptionFault,
  findRecordsFault,
  type InferActions,
  InvalidConfig,
  type OptionRules,
  objectRule,
  type PluginContext,
  requireUserId,
  type StepUpMethod,
  textRule,
} from '../../plugins.js'
import { deviceKind } from './browsers.js'
import { createEnrollOperations } from './enrollment.js'
import { eventTypes } from './events.js'
import { factorKind, hasFactor, importTotp, readFactorStatus } from './factor.js'
import { translations } from './locales/index.js'
import type { TwoFactorTexts } from './locales/texts.js'
import { createManageOperations, resetFactor, twoFactorSection } from './manage.js'
import { createTwoFactorPolicy, getNewMethodRequirement, pluginId } from './policy.js'
import { describeReachableLevels } from './reachable-levels.js'
import { defaultTotpParameters, findTotpFault, type TotpParameters } from './totp.js'
import type { TwoFactorOptions, TwoFactorSettings } from './types.js'
import { createVerifyOperations } from './verify.js'

/** 30 days, in seconds. Longer is not possible: it is the limit of NIST SP 800-63B section 2.1.3. */
const maxDeviceAge = 2_592_000

/**
 * Adds two-factor authentication: a user who set up an authenticator app enters a code at each sign-in, with any sign-in method. Requires a
 * record store.
 *
 * @throws TypeError if an option is not valid
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey'
 * import { SqlAdapter } from 'latchkey/adapters/sql'
 * import GitHub from 'latchkey/providers/github'
 * import { twoFactor } from 'latchkey/two-factor'
 *
 * declare function sendEmail(to: string | null | undefined, subject: string, text: string): Promise<void>
 *
 * export const config: AuthConfig = {
 *   adapter: SqlAdapter('postgres://app@localhost/app'),
 *   providers: [GitHub],
 *   plugins: [twoFactor({ issuer: 'Acme', notify: (user, { subject, text }) => sendEmail(user.email, subject, text) })],
 * }
 * ```
 */
export function twoFactor(options: TwoFactorOptions = {}) {
  const settings = resolveSettings(options)
  return definePlugin({
    id: pluginId,
    operations: {
      ...createVerifyOperations(settings),
      ...createEnrollOperations(settings),
      ...createManageOperations(settings),
    },
    api: { importSecret },
    userRecordKind: factorKind,
    policies: [createTwoFactorPolicy(settings)],
    translations,
    eventTypes,
    recordsOfSessions: [deviceKind],
    recordsOfUsers: [factorKind, deviceKind],
    exportUserData: readFactorStatus,
    accountSections: [twoFactorSection],
    authorizeNewMethod: (ctx, user, account) => getNewMethodRequirement(ctx, settings, { user, account }),
    listStepUpMethods,
    credentials: [{ type: 'second-factor', path: 'enroll', has: hasFactor, reset: resetFactor }],
    findConfigError: config => {
      const fault =
        findOptionsFault(options) ??
        findNotifyFault(options.notify, config, 'latchkey/two-factor') ??
        findRecordsFault(config, 'second factors')
      return fault === null ? undefined : new InvalidConfig(`twoFactor: ${fault}`)
    },
    findConfigWarning: ({ providers }) => (options.required ? describeReachableLevels(providers) : undefined),
  })
}

/** The calls of the plugin, for `createPluginClient` of `latchkey/client/plugins`. */
export type TwoFactorActions = InferActions<ReturnType<typeof twoFactor>>

function resolveSettings(options: TwoFactorOptions | null): TwoFactorSettings {
  const { issuer = null, required = () => false, notify, rememberDevice } = options ?? {}
  return {
    issuer,
    required,
    notifyUser: createChangeNotifier(notify, 'manage'),
    deviceMaxAge: rememberDevice === false ? null : (rememberDevice?.maxAge ?? maxDeviceAge),
  }
}

/** The values have errors of their own. Without `required`, no user needs a second factor. */
const optionRules: OptionRules<TwoFactorOptions> = {
  issuer: anyValue,
  required: { ...anyValue, expected: 'a function', isLimit: true },
  notify: anyValue,
  rememberDevice: {
    expected: '`false` or an object with `maxAge`',
    isValid: value => value === false || objectRule.isValid(value),
  },
}

function findOptionsFault(options: TwoFactorOptions): string | null {
  const fault =
    findOptionFault(options, optionRules, 'The options') ??
    findOptionFault(options.rememberDevice || {}, { maxAge: anyValue }, 'The members of `rememberDevice`')
  if (fault !== null) return fault
  const { rememberDevice, required, issuer } = options
  if (required !== undefined && typeof required !== 'function') return '`required` must be a function.'
  if (issuer !== undefined && !(typeof issuer === 'string' && issuer.trim()))
    return '`issuer` must be text that is not empty.'
  const { maxAge = maxDeviceAge } = rememberDevice || {}
  if (!(maxAge > 0 && maxAge <= maxDeviceAge))
    return `\`rememberDevice.maxAge\` must be a number of seconds up to ${maxDeviceAge} (30 days); it is ${describeValue(maxAge)}.`
  return null
}

async function listStepUpMethods(
  ctx: PluginContext,
  { id }: { readonly id: string },
): Promise<readonly StepUpMethod[]> {
  const { isEnabled } = await readFactorStatus(ctx, id)
  const { verify, manage } = await ctx.getTexts<TwoFactorTexts>()
  return isEnabled
    ? [{ amr: 'otp', label: verify.useCode, url: `${ctx.pluginUrl}/verify` }]
    : [{ amr: 'otp', label: manage.enable, url: `${ctx.pluginUrl}/enroll`, needsSetup: true }]
}

/** A TOTP secret of another system. */
export interface ImportedSecret extends Partial<TotpParameters> {
  /** The secret as base32. */
  readonly secret: string
}

/** The parameters have errors of their own. */
const importRules: OptionRules<ImportedSecret> = {
  secret: { ...textRule, isRequired: true },
  algorithm: anyValue,
  digits: anyValue,
  period: anyValue,
}

/**
 * Stores the TOTP secret that a user has in another system. The user needs no new QR code, and is not notified.
 *
 * @returns false if the user has an authenticator app
 * @throws AuthError if the id of the user, the secret or a parameter is not valid
 */
async function importSecret(ctx: PluginContext, userId: string, imported: ImportedSecret): Promise<boolean> {
  const optionFault = findOptionFault(imported, importRules, 'The options of `importSecret`')
  if (optionFault !== null) throw new InvalidConfig(optionFault)
  const secret = decodeBase32(imported.secret)
  if (!secret) throw new AuthError('`secret` must be base32 (RFC 4648 section 6).')
  const factor = { ...defaultTotpParameters, ...imported, secret }
  const fault = findTotpFault(factor)
  if (fault) throw new AuthError(fault)
  return await importTotp(ctx, requireUserId(userId, 'importSecret'), factor)
}

export { type ChangeMailer as TwoFactorMailer, skipNotifications } from '../../plugins.js'
export type { TwoFactorTexts } from './locales/texts.js'
export type {
  Enrollment,
  NewRecoveryCodes,
  SecondFactorMethod,
  TwoFactorChange,
  TwoFactorEvent,
  TwoFactorFault,
  TwoFactorNotifier,
  TwoFactorOptions,
  TwoFactorStatus,
  TwoFactorUser,
} from './types.js'
