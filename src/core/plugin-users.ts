import { requireUserId } from '../config/assert-options.js'
import { InvalidConfig } from '../errors.js'
import { appendQuery } from '../http/url.js'
import { assertRequirement, createRequiredStepUp } from '../sessions/assurance-requirement.js'
import { isSufficient } from '../sessions/evidence.js'
import { clearSessionCookie } from '../sessions/session-cookie.js'
import type { Context, SessionControl } from '../types/context.js'
import type { EmailContentLink } from '../types/email.js'
import type { AssuranceRequirement } from '../types/evidence.js'
import type { PluginContext, PluginProvider } from '../types/plugin.js'
import type { User } from '../types/user.js'
import { deleteUser, readUserData, renderSections } from './user-data.js'

type UserFunctions = Pick<
  PluginContext,
  | 'updateSessionUser'
  | 'listProviders'
  | 'endSessions'
  | 'listSessions'
  | 'endSession'
  | 'findStepUpUrl'
  | 'createSecurityLink'
  | 'hasPluginSignInMethod'
  | 'exportUserData'
  | 'deleteUser'
  | 'renderAccountSections'
>

/** Creates the functions of a plugin about users, their sessions and their data. */
export function createUserFunctions(ctx: Context, id: string): UserFunctions {
  return {
    updateSessionUser: user => updateSessionUser(ctx, user),
    listProviders: () => listProviders(ctx),
    endSessions: (userId, options) => endSessions(ctx, id, { userId, ...options }),
    async listSessions(userId) {
      const owner = await findOwner(ctx, requireUserId(userId, 'listSessions'))
      return await (await requireSessionControl(ctx, id)).listSessions(ctx.settings, owner)
    },
    async endSession(userId, sessionId) {
      const owner = await findOwner(ctx, requireUserId(userId, 'endSession'))
      const isEnded = await (await requireSessionControl(ctx, id)).endSession(ctx.settings, owner, sessionId)
      if (isEnded && sessionId === owner.currentId) await ctx.services.sessionStrategy.end(ctx)
      return isEnded
    },
    findStepUpUrl: (requirement, returnUrl = ctx.callbackUrl) => findStepUpUrl(ctx, requirement, returnUrl),
    createSecurityLink: userId => createSecurityLink(ctx, requireUserId(userId, 'createSecurityLink')),
    hasPluginSignInMethod: user => hasPluginSignInMethod(ctx, user),
    exportUserData: userId => readUserData(ctx, requireUserId(userId, 'exportUserData')),
    deleteUser: userId => deleteUser(ctx, requireUserId(userId, 'deleteUser')),
    renderAccountSections: () => renderSections(ctx),
  }
}

function listProviders({ settings, authUrl }: Context): readonly PluginProvider[] {
  return [...settings.providers.values()].map(({ id, name, type }) => ({
    id,
    name,
    type,
    signInUrl: `${authUrl}/signin/${id}`,
  }))
}

async function createSecurityLink(ctx: Context, userId: string): Promise<EmailContentLink | null> {
  const plugin = ctx.settings.plugins.find(candidate => candidate.createSecurityLink)
  if (!plugin?.createSecurityLink) return null
  return await plugin.createSecurityLink(await ctx.services.createPluginContext(ctx, plugin), userId)
}

async function hasPluginSignInMethod(ctx: Context, user: User & { readonly id: string }): Promise<boolean> {
  for (const plugin of ctx.settings.plugins)
    if (await plugin.hasSignInMethod?.(await ctx.services.createPluginContext(ctx, plugin), user)) return true
  return false
}

/** @throws InvalidConfig if the plugin does not say that it ends sessions */
async function requireSessionControl({ settings, services }: Context, id: string): Promise<SessionControl> {
  const control = settings.revocation && (await services.loadSessionControl?.())
  if (control) return control
  throw new InvalidConfig(`The plugin "${id}" ends sessions. Set its \`endsSessions\` to true.`)
}

async function findOwner(ctx: Context, userId: string) {
  const current = await ctx.services.sessionStrategy.getCurrentSession(ctx)
  return { userId, currentId: current?.userId === userId ? (current.id ?? null) : null }
}

async function findStepUpUrl(
  ctx: Context,
  requirement: AssuranceRequirement,
  returnUrl: string,
): Promise<string | null> {
  assertRequirement(requirement, 'findStepUpUrl')
  const current = await ctx.services.sessionStrategy.getCurrentSession(ctx)
  if (!current) return appendQuery(`${ctx.authUrl}/signin`, { callbackUrl: returnUrl })
  if (isSufficient(current.methods, requirement)) return null
  return createRequiredStepUp(ctx.authUrl, requirement, returnUrl).url
}

async function updateSessionUser(ctx: Context, { name, email, image }: User): Promise<void> {
  const { sessionStrategy } = ctx.services
  const current = await sessionStrategy.getCurrentSession(ctx)
  if (!current) return
  const { methods, signedInAt } = current
  await sessionStrategy.raise(ctx, { methods, signedInAt, user: { name, email, image } })
}

interface EndedUser {
  readonly userId: string
  readonly isCurrentKept?: boolean
}

async function endSessions(
  ctx: Context,
  id: string,
  { userId, isCurrentKept = false }: EndedUser,
): Promise<void> {
  const { settings, services } = ctx
  const control = await requireSessionControl(ctx, id)
  const ended = requireUserId(userId, 'endSessions')
  const current = await services.sessionStrategy.getCurrentSession(ctx)
  const isOwn = current?.userId === ended
  await control.endSessions(settings, ended, isOwn && isCurrentKept ? (current.id ?? null) : null)
  if (isOwn && !isCurrentKept) clearSessionCookie(ctx)
}
