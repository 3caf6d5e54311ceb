import { describeValue } from '../../base/describe-value.js'
/**
 * Two-factor authentication: authenticator apps (TOTP), recovery codes, passkeys as second factor and remembered browsers.
 *
 * @module
 */
import { anyValue, findOptionFault, type OptionRules, objectRule } from '../../base/option-fault.js'
import { type AuthError, InvalidConfig } from '../../errors.js'
import type { Plugin, PluginContext, PluginHandlers, PluginHostConfig, StepUpMethod } from '../../plugins.js'
import { showEnroll, submitEnroll } from './actions/enroll.js'
import { showManage, submitManage } from './actions/manage.js'
import { showVerify, submitVerify } from './actions/verify.js'
import { createApi } from './api.js'
import type { TwoFactorActions } from './calls.js'
import { deviceKind } from './devices.js'
import { translations } from './locales/index.js'
import { toNotifier } from './notify.js'
import { applyTwoFactorPolicy, getLinkingRequirement, pluginId } from './policy.js'
import { describeReachableLevels } from './reachable-levels.js'
import { skipNotifications } from './symbols.js'
import type { TwoFactorTexts } from './texts.js'
import { readFactorStatus } from './totp-state.js'
import type { TwoFactorOptions, TwoFactorSettings } from './types.js'

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
export function twoFactor(options: TwoFactorOptions) {
  const settings = resolveSettings(options)
  return {
    id: pluginId,
    policies: [(ctx, candidate) => applyTwoFactorPolicy(ctx, settings, candidate)],
    actions: {
      verify: { GET: ctx => showVerify(ctx, settings), POST: ctx => submitVerify(ctx, settings) },
      enroll: { GET: ctx => showEnroll(ctx, settings), POST: ctx => submitEnroll(ctx, settings) },
      manage: { GET: ctx => showManage(ctx, settings), POST: ctx => submitManage(ctx, settings) },
    } satisfies PluginHandlers<typeof pluginId, TwoFactorActions>,
    translations,
    recordsOfSessions: [deviceKind],
    authorizeLinking: (ctx, user, account) => getLinkingRequirement(ctx, settings, { user, account }),
    listStepUpMethods,
    api: createApi(settings),
    findConfigError: config => findConfigError(config, options),
    findConfigWarning: ({ providers }) =>
      options?.required ? describeReachableLevels(providers) : undefined,
  } satisfies Plugin<typeof pluginId>
}

function resolveSettings(options: TwoFactorOptions | undefined): TwoFactorSettings {
  const { issuer = null, required = () => false, notify, rememberDevice } = options ?? {}
  return {
    issuer,
    required,
    notify: notify === undefined || notify === skipNotifications ? null : toNotifier(notify),
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

const deviceRules: OptionRules<{ readonly maxAge?: number }> = { maxAge: anyValue }

function findConfigError(
  { records, adapter }: PluginHostConfig,
  options: TwoFactorOptions | undefined,
): AuthError | undefined {
  const fault = findTwoFactorFault(options)
  if (fault) return new InvalidConfig(`twoFactor: ${fault}`)
  if (records ?? adapter?.records) return undefined
  return new InvalidConfig(
    'twoFactor: second factors need a record store. Set `records`, for instance to `SqlAdapter(url)`, or use an `adapter` that has one.',
  )
}

function findTwoFactorFault(options: Partial<TwoFactorOptions> = {}): string | null {
  const fault =
    findOptionFault(options, optionRules, 'The options') ??
    findOptionFault(options.rememberDevice || {}, deviceRules, 'The members of `rememberDevice`')
  if (fault !== null) return fault
  const { notify, rememberDevice, required, issuer } = options
  if (!isNotify(notify))
    return '`notify` must be a function, or an object with `sendMail`, that tells users about changes of their second factor. To send none, set it to the symbol `skipNotifications` of `latchkey/two-factor`.'
  if (required !== undefined && typeof required !== 'function') return '`required` must be a function.'
  if (issuer !== undefined && !(typeof issuer === 'string' && issuer.trim()))
    return '`issuer` must be text that is not empty.'
  const { maxAge = maxDeviceAge } = rememberDevice || {}
  if (!(maxAge > 0 && maxAge <= maxDeviceAge))
    return `\`rememberDevice.maxAge\` must be a number of seconds up to ${maxDeviceAge} (30 days); it is ${describeValue(maxAge)}.`
  return null
}

function isNotify(notify: unknown): boolean {
  return (
    notify === skipNotifications ||
    typeof notify === 'function' ||
    typeof Reflect.get(Object(notify), 'sendMail') === 'function'
  )
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

export type { ImportedSecret, VerifyOptions } from './api.js'
export type { TwoFactorActions } from './calls.js'
export type { Enrollment, NewRecoveryCodes } from './enroll.js'
export { skipNotifications } from './symbols.js'
export type { TwoFactorTexts } from './texts.js'
export type {
  SecondFactorMethod,
  TwoFactorChange,
  TwoFactorEvent,
  TwoFactorFailure,
  TwoFactorFault,
  TwoFactorMailer,
  TwoFactorNotifier,
  TwoFactorOptions,
  TwoFactorStatus,
  TwoFactorUser,
} from './types.js'
export type { VerifyResult } from './verify.js'
