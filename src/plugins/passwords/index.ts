/**
 * Passwords: sign-up with a verified email address, sign-in, change, reset, and the import of hashes of other systems.
 *
 * @module
 */
import {
  AccessDenied,
  anyValue,
  booleanRule,
  definePlugin,
  describeValue,
  findOptionFault,
  findRecordsFault,
  getOneTimeTokenKind,
  type InferActions,
  InvalidConfig,
  isFailure,
  type NewMethod,
  type OperationUser,
  type OptionRules,
  objectRule,
  type PluginContext,
  type PluginHostConfig,
  requireRecords,
  requireUserId,
  type StepUpMethod,
} from '../../plugins.js'
import { createChangeOperations, passwordSection } from './change.js'
import { createUsernameOperations, createUsernameSection } from './change-username.js'
import { confirmationPurpose, createConfirmationOperations } from './confirm-email.js'
import { notifyChange } from './emails.js'
import { eventTypes } from './events.js'
import { findHashingFault } from './hashing/hashing-options.js'
import { createPasswordHasher } from './hashing/password-hasher.js'
import { type ImportedHash, importHash } from './import-hashes.js'
import { translations } from './locales/index.js'
import type { PasswordsTexts } from './locales/texts.js'
import { browserNoticeKind, notifyOfNewBrowser } from './new-browser.js'
import { checkNewPassword } from './new-password.js'
import {
  deleteUnprovenPassword,
  hasVerifiedEmail,
  isUnprovenPassword,
  markPasswordToChange,
  passwordKind,
  readPassword,
  writePassword,
} from './password-record.js'
import { createResetOperations, resetPurpose } from './reset.js'
import { createBreachCheck } from './rules/breach-check.js'
import { createSignInMethod, createSignInOperations } from './sign-in.js'
import { createSignUpOperations } from './sign-up.js'
import type { PasswordsOptions, PasswordsSettings } from './types.js'
import { findUsername, isUsernameOption, resolveUsernameSettings, usernameKind } from './usernames.js'
import { createVerificationOperations } from './verify-sign-up.js'

/** NIST SP 800-63B section 3.1.1.2, for a password that is the only factor. */
const defaultMinLength = 15

/**
 * Adds passwords: visitors create an account with an email address and a password, sign in, and reset a password that they forgot. Users of other
 * methods can set one. Requires an adapter, a record store and `sendEmail`.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey'
 * import { SqlAdapter } from 'latchkey/adapters/sql'
 * import { passwords } from 'latchkey/passwords'
 *
 * declare function send(message: { to: string; subject: string; text: string; html?: string | undefined }): Promise<void>
 *
 * export const config: AuthConfig = {
 *   adapter: SqlAdapter('postgres://app@localhost/app'),
 *   providers: [],
 *   plugins: [passwords()],
 *   sendEmail: message => send(message),
 * }
 * ```
 */
export function passwords(options: PasswordsOptions = {}) {
  const settings = resolveSettings(options)
  return definePlugin({
    id: 'passwords',
    operations: {
      ...createSignInOperations(settings),
      ...createSignUpOperations(settings),
      ...createVerificationOperations(settings),
      ...createConfirmationOperations(settings),
      ...createResetOperations(settings),
      ...createChangeOperations(settings),
      ...createUsernameOperations(settings),
    },
    api: {
      importHash: (ctx: PluginContext, userId: string, hash: string) =>
        importOwnHash(ctx, settings, { userId, hash }),
      setPassword: (ctx: PluginContext, userId: string, password: string) =>
        setPassword(ctx, settings, { userId, password }),
      requirePasswordChange: (ctx: PluginContext, userId: string) =>
        requirePasswordChange(ctx, requireUserId(userId, 'requirePasswordChange')),
      getUsername: (ctx: PluginContext, userId: string) =>
        findUsername(ctx, requireUserId(userId, 'getUsername')),
    },
    describeFailure: (ctx, error) => describeFailure(ctx, settings, error),
    translations,
    eventTypes,
    signInMethods: [createSignInMethod(settings)],
    accountSections: [createUsernameSection(settings), passwordSection],
    endsSessions: true,
    recordsOfSessions: linkKinds,
    recordsOfUsers: [passwordKind, usernameKind, browserNoticeKind, ...linkKinds],
    ...(settings.notifiesNewBrowser && { afterSignIn: notifyOfNewBrowser }),
    authorizeNewMethod: refuseUnprovenUser,
    deleteUnprovenMethods: deleteUnprovenPassword,
    exportUserData: readExport,
    hasSignInMethod: async (ctx, { id }) => (await readPassword(ctx, id)).hash !== null,
    listStepUpMethods,
    credentials: [{ type: 'password', path: 'change', has: hasPassword, reset: requirePasswordChange }],
    findConfigError: config => {
      const fault = findOptionsFault(options) ?? findHostFault(config)
      return fault === null ? undefined : new InvalidConfig(`passwords: ${fault}`)
    },
    findConfigWarning: config => describeShortPasswords(settings, config),
  })
}

/** The calls of the plugin, for `createPluginClient` of `latchkey/client/plugins`. */
export type PasswordsActions = InferActions<ReturnType<typeof passwords>>

async function describeFailure(
  ctx: PluginContext,
  settings: PasswordsSettings,
  error: string,
): Promise<string | undefined> {
  const texts = await ctx.getTexts<PasswordsTexts>()
  const errors: Readonly<Record<string, string>> = texts.errors
  return settings.usernames && error === 'wrong-credentials' ? texts.signIn.wrongName : errors[error]
}

/** The links that end with the sessions of a user. */
const linkKinds = [resetPurpose, confirmationPurpose].map(getOneTimeTokenKind)

/**
 * A user with a password who did not prove the email address can be another person than its owner. What they add, such as an account or a second
 * factor, would stay when the owner comes.
 *
 * @throws AccessDenied
 */
async function refuseUnprovenUser(
  ctx: PluginContext,
  user: OperationUser,
  { type }: NewMethod,
): Promise<null> {
  // What is removed does not stay.
  if (type === 'account-change') return null
  if (hasVerifiedEmail(user) || !isUnprovenPassword(user, await readPassword(ctx, user.id))) return null
  throw new AccessDenied(
    `A user adds a way to sign in, but did not confirm the email address. They confirm it at ${ctx.pluginUrl}/send-confirmation first.`,
  )
}

function resolveSettings(options: PasswordsOptions): PasswordsSettings {
  const {
    minLength = defaultMinLength,
    signUp = true,
    verification = 'before',
    username = false,
    checkBreaches = false,
    notifyNewBrowser = false,
    resetMaxAge = 1800,
    hashing,
  } = options
  return {
    canSignUp: signUp,
    verification,
    usernames:
      isUsernameOption(username) && username !== false
        ? resolveUsernameSettings(username === true ? {} : username)
        : null,
    resetMaxAge,
    minLength,
    isBreached:
      checkBreaches === false ? null : createBreachCheck(checkBreaches === true ? {} : checkBreaches),
    checksSignIns: typeof checkBreaches === 'object' && checkBreaches.atSignIn === true,
    notifiesNewBrowser: notifyNewBrowser === true,
    // Options with a fault are an error of the configuration, and not of the module that creates the plugin.
    hasher: createPasswordHasher(findHashingFault(hashing ?? {}) === null ? hashing : undefined),
  }
}

/** The numbers have errors of their own, and `hashing` has its own check. */
const optionRules: OptionRules<PasswordsOptions> = {
  minLength: anyValue,
  signUp: booleanRule,
  verification: {
    expected: "'before' or 'after'",
    isValid: value => value === undefined || value === 'before' || value === 'after',
  },
  checkBreaches: {
    expected: 'true, false or an object with `fetch` and `atSignIn`',
    isValid: value => booleanRule.isValid(value) || objectRule.isValid(value),
  },
  username: {
    expected: 'true, false or an object with `reserved` and `signInWith`',
    isValid: isUsernameOption,
  },
  notifyNewBrowser: booleanRule,
  hashing: anyValue,
  resetMaxAge: anyValue,
}

function findOptionsFault(options: PasswordsOptions): string | null {
  const fault =
    findOptionFault(options, optionRules, 'The options') ??
    findOptionFault(
      Object(options.checkBreaches ?? {}),
      { fetch: anyValue, atSignIn: booleanRule },
      'The members of `checkBreaches`',
    )
  if (fault !== null) return fault
  const hashingFault = findHashingFault(options.hashing ?? {})
  if (hashingFault !== null) return hashingFault
  const { minLength = defaultMinLength, resetMaxAge = 1800 } = options
  if (!(Number.isInteger(minLength) && minLength >= 8 && minLength <= 64))
    return `\`minLength\` must be a whole number from 8 to 64; it is ${describeValue(minLength)}.`
  if (!(resetMaxAge >= 300 && resetMaxAge <= 86_400))
    return `\`resetMaxAge\` must be a number of seconds from 300 to 86400; it is ${describeValue(resetMaxAge)}.`
  return null
}

function findHostFault(config: PluginHostConfig): string | null {
  if (!config.adapter) return 'Passwords belong to stored users. Set `adapter`.'
  if (!config.sendEmail) return 'Sign-up and reset send emails. Set `sendEmail` to a function or a mailer.'
  return findRecordsFault(config, 'Passwords')
}

/** NIST SP 800-63B section 3.1.1.2: a shorter password is not sufficient alone. */
function describeShortPasswords(
  { minLength }: PasswordsSettings,
  { plugins = [] }: PluginHostConfig,
): string | undefined {
  if (minLength >= defaultMinLength || plugins.some(({ id }) => id === 'two-factor')) return undefined
  return `passwords: \`minLength\` is ${minLength}, and no user has a second factor. Set it to ${defaultMinLength} or more, or add the plugin \`latchkey/two-factor\`.`
}

async function hasPassword(ctx: PluginContext, userId: string): Promise<boolean> {
  return (await readPassword(ctx, userId)).hash !== null
}

async function readExport(ctx: PluginContext, userId: string) {
  const { hash, changedAt } = await readPassword(ctx, userId)
  return {
    username: await findUsername(ctx, userId),
    hasPassword: hash !== null,
    changedAt: hash === null ? null : new Date(changedAt * 1000).toISOString(),
  }
}

async function listStepUpMethods(
  ctx: PluginContext,
  { id }: { readonly id: string },
): Promise<readonly StepUpMethod[]> {
  if ((await readPassword(ctx, id)).hash === null) return []
  const { confirm } = await ctx.getTexts<PasswordsTexts>()
  return [{ amr: 'pwd', label: confirm.method, url: `${ctx.pluginUrl}/confirm` }]
}

/**
 * Stores the password hash that a user has in another system. The user signs in with the same password, and the hash is then renewed.
 *
 * @returns false if the user has a password, or had one that was deleted: an import that is repeated does not bring it back
 * @throws InvalidConfig if the hash cannot be verified on this server
 */
async function importOwnHash(
  ctx: PluginContext,
  { hasher }: PasswordsSettings,
  { userId, hash }: ImportedHash,
): Promise<boolean> {
  const records = await requireRecords(ctx, 'passwords')
  const outcome = await importHash(records, hasher, { userId: requireUserId(userId, 'importHash'), hash })
  if (outcome.type === 'refused') throw new InvalidConfig(`importHash: ${outcome.fault}`)
  return outcome.type === 'stored'
}

interface AssignedPassword {
  readonly userId: string
  readonly password: string
}

/**
 * Sets the password of a user, for server code that decided it. All sessions of the user end, and the user is notified.
 *
 * @returns the rule that refuses the password, or null
 * @throws InvalidConfig if there is no such user
 */
async function setPassword(
  ctx: PluginContext,
  settings: PasswordsSettings,
  { userId, password }: AssignedPassword,
): Promise<string | null> {
  const user = await ctx.adapter?.getUser(requireUserId(userId, 'setPassword'))
  if (!user) throw new InvalidConfig('`setPassword` received the id of no user.')
  const refused = await checkNewPassword(ctx, settings, { password, names: [user.email, user.name] })
  if (isFailure(refused)) return refused.error
  const hash = await settings.hasher.hash(password)
  for (let isWritten = false; !isWritten; ) {
    const { version } = await readPassword(ctx, user.id)
    isWritten = await writePassword(ctx, {
      userId: user.id,
      hash,
      version,
      isCurrentKept: false,
      isProven: hasVerifiedEmail(user),
      purpose: 'change',
    })
  }
  await notifyChange(ctx, user)
  return null
}

/**
 * Requires a new password of a user, for instance because other people may know it. All sessions of the user end. At the next sign-in with the right
 * password, the user gets a link to choose a new one instead of a session.
 *
 * @returns false if the user has no password
 */
async function requirePasswordChange(ctx: PluginContext, userId: string): Promise<boolean> {
  if ((await markPasswordToChange(ctx, userId)) === null) return false
  await ctx.endSessions(userId)
  return true
}

export type { PasswordsTexts } from './locales/texts.js'
export type { PasswordsFault, PasswordsOptions } from './types.js'
export type { UsernameOptions } from './usernames.js'
