/**
 * Pages for staff: find users, end sessions, ban, reset what users sign in with, invite users and act as one of them.
 *
 * @module
 */
import {
  type AssuranceRequirement,
  anyValue,
  definePlugin,
  describeValue,
  findOptionFault,
  findRecordsFault,
  getOneTimeTokenKind,
  type InferActions,
  InvalidConfig,
  type OptionRules,
  type PluginContext,
  type PluginHostConfig,
  requireUserId,
} from '../../plugins.js'
import { eventTypes } from './access.js'
import { banKind, checkSessionUser, denyBannedUser, findBan, toBanData } from './bans.js'
import { cancelOutdatedRemoval, createFactorOperations, keepPurpose } from './factor-removal.js'
import { factorRemovalKind, factorRemovals } from './factor-removal-record.js'
import { createImpersonationOperations, renderBanner } from './impersonation.js'
import { translations } from './locales/index.js'
import type { AdminTexts } from './locales/texts.js'
import { createNewUserOperations, invitationPurpose } from './new-users.js'
import type { AdminOptions, AdminSettings, BanData } from './types.js'
import { createChangeOperations } from './user-changes.js'
import { createReadOperations } from './users.js'

const hour = 3600
const day = 86_400

/**
 * Adds pages for staff below `<basePath>/admin`, and the same calls as JSON and as server functions. Requires an adapter, a record store and
 * `sendEmail`.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey'
 * import { SqlAdapter } from 'latchkey/adapters/sql'
 * import { admin } from 'latchkey/admin'
 * import GitHub from 'latchkey/providers/github'
 *
 * declare function send(message: { to: string; subject: string; text: string; html?: string | undefined }): Promise<void>
 *
 * const staff = new Set(['ada@example.com'])
 *
 * export const config: AuthConfig = {
 *   adapter: SqlAdapter('postgres://app@localhost/app'),
 *   providers: [GitHub],
 *   plugins: [admin({ isAdministrator: user => staff.has(user.email ?? '') })],
 *   sendEmail: message => send(message),
 * }
 * ```
 */
export function admin(options: AdminOptions) {
  const settings = resolveSettings(options)
  return definePlugin({
    id: 'admin',
    operations: {
      ...createReadOperations(settings),
      ...createNewUserOperations(settings),
      ...createChangeOperations(settings),
      ...createFactorOperations(settings),
      ...createImpersonationOperations(settings),
    },
    api: { findBan: readBan },
    describeFailure: async (ctx, error) => {
      const errors: Readonly<Record<string, string>> = (await ctx.getTexts<AdminTexts>()).errors
      return errors[error]
    },
    translations,
    policies: [denyBannedUser],
    sessionPolicies: [checkSessionUser],
    endsSessions: true,
    impersonatesUsers: true,
    // Its operations refuse it themselves, but for the one that stops.
    allowsActor: true,
    renderBanner,
    eventTypes,
    recordsOfSessions: [getOneTimeTokenKind(invitationPurpose)],
    recordsOfUsers: [
      banKind,
      factorRemovalKind,
      ...[invitationPurpose, keepPurpose].map(getOneTimeTokenKind),
    ],
    exportUserData: readExport,
    onEvent: cancelOutdatedRemoval,
    findConfigError: config => {
      const fault = findOptionsFault(options) ?? findHostFault(config)
      return fault === null ? undefined : new InvalidConfig(`admin: ${fault}`)
    },
  })
}

/** The calls of the plugin, for `createPluginClient` of `latchkey/client/plugins`. */
export type AdminActions = InferActions<ReturnType<typeof admin>>

const defaultRequirement: AssuranceRequirement = { acr: 'mfa', maxAge: 900 }

function resolveSettings(options: AdminOptions | null | undefined): AdminSettings {
  const {
    isAdministrator = () => false,
    canImpersonate = () => false,
    impersonationMaxAge = hour,
    writeRequirement = defaultRequirement,
    columns = [],
    secondFactorRemoval = { after: 3 * day },
    invitationMaxAge = 7 * day,
  } = options ?? {}
  return {
    isAdministrator,
    canImpersonate,
    impersonationMaxAge,
    writeRequirement,
    columns,
    removalWait: secondFactorRemoval === 'two-administrators' ? null : secondFactorRemoval.after,
    invitationMaxAge,
  }
}

/** The values have errors of their own. */
const optionRules: OptionRules<AdminOptions> = {
  isAdministrator: { ...anyValue, isRequired: true, isLimit: true, expected: 'a function' },
  canImpersonate: anyValue,
  impersonationMaxAge: anyValue,
  writeRequirement: anyValue,
  columns: anyValue,
  secondFactorRemoval: anyValue,
  invitationMaxAge: anyValue,
}

function findOptionsFault(options: AdminOptions): string | null {
  const fault = findOptionFault(options, optionRules, 'The options')
  if (fault !== null) return fault
  const { isAdministrator, canImpersonate, columns, secondFactorRemoval } = options
  if (typeof isAdministrator !== 'function') return '`isAdministrator` must be a function.'
  if (canImpersonate !== undefined && typeof canImpersonate !== 'function')
    return '`canImpersonate` must be a function.'
  if (columns !== undefined && !isTextList(columns)) return '`columns` must be a list of names.'
  return (
    findNumberFault('impersonationMaxAge', options.impersonationMaxAge ?? hour, { from: 60, to: hour }) ??
    findNumberFault('invitationMaxAge', options.invitationMaxAge ?? day, { from: 300, to: 30 * day }) ??
    findRemovalFault(secondFactorRemoval) ??
    findRequirementFault(options.writeRequirement)
  )
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item: unknown) => typeof item === 'string')
}

interface Range {
  readonly from: number
  readonly to: number
}

function findNumberFault(name: string, value: unknown, { from, to }: Range): string | null {
  return typeof value === 'number' && value >= from && value <= to
    ? null
    : `\`${name}\` must be a number of seconds from ${from} to ${to}; it is ${describeValue(value)}.`
}

function findRemovalFault(removal: AdminOptions['secondFactorRemoval']): string | null {
  if (removal === undefined || removal === 'two-administrators') return null
  const after: unknown = Reflect.get(Object(removal), 'after')
  return findNumberFault('secondFactorRemoval.after', after, { from: day, to: 30 * day })
}

/** A member that does not exist would require nothing. The host checks the values. */
function findRequirementFault(requirement: unknown): string | null {
  if (requirement === undefined) return null
  return findOptionFault(
    requirement,
    { acr: anyValue, maxAge: anyValue },
    'The members of `writeRequirement`',
  )
}

function findHostFault(config: PluginHostConfig): string | null {
  if (!config.adapter) return 'The pages are about stored users. Set `adapter`.'
  if (!config.sendEmail)
    return 'Users are notified and invited by email. Set `sendEmail` to a function or a mailer.'
  return findRecordsFault(config, 'Bans')
}

/** Returns the ban of a user for server code, or null. */
async function readBan(ctx: PluginContext, userId: string): Promise<BanData | null> {
  const ban = await findBan(ctx, requireUserId(userId, 'findBan'))
  return ban && toBanData(ban)
}

/** The reason is what staff wrote about the user. */
async function readExport(ctx: PluginContext, userId: string) {
  const ban = await findBan(ctx, userId)
  const removal = await factorRemovals.read(ctx, userId)
  return {
    ban: ban && { reason: ban.reason, at: toBanData(ban).at, until: toBanData(ban).until },
    secondFactorRemoval: removal && { reason: removal.reason, at: new Date(removal.at * 1000).toISOString() },
  }
}

export type { AdminTexts } from './locales/texts.js'
export type {
  AdminAction,
  AdminAttempt,
  AdminFault,
  AdminOptions,
  BanData,
  FactorRemovalData,
  ListedUser,
  ListedUserSession,
  UserDetails,
  UserList,
} from './types.js'
