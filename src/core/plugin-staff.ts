import { requireUserId } from '../config/assert-options.js'
import { InvalidConfig } from '../errors.js'
import { endImpersonation, readKeptSession, startImpersonation } from '../sessions/impersonation.js'
import type { Context } from '../types/context.js'
import type { CredentialControl, Plugin, PluginContext } from '../types/plugin.js'

type StaffFunctions = Pick<
  PluginContext,
  | 'startImpersonation'
  | 'endImpersonation'
  | 'readImpersonation'
  | 'hasCredential'
  | 'resetCredential'
  | 'findCredentialPage'
  | 'maxStale'
>

/** Creates the functions of a plugin for staff: to act as users, and to reset credentials that other plugins manage. */
export function createStaffFunctions(ctx: Context, plugin: Plugin): StaffFunctions {
  return {
    async startImpersonation(user, { maxAge }) {
      assertCanImpersonate(plugin)
      if (!(maxAge > 0 && maxAge <= maxImpersonationAge))
        throw new InvalidConfig(
          `\`maxAge\` of \`startImpersonation\` is up to ${maxImpersonationAge} seconds; it is ${maxAge}.`,
        )
      await startImpersonation(ctx, user, { plugin: plugin.id, maxAge })
    },
    async endImpersonation() {
      assertCanImpersonate(plugin)
      return await endImpersonation(ctx)
    },
    async readImpersonation() {
      const kept = await readKeptSession(ctx)
      return kept && { administratorId: kept.administratorId, userId: kept.userId }
    },
    hasCredential: (userId, type) =>
      callControl(ctx, type, (control, owner) => control.has(owner, requireUserId(userId, 'hasCredential'))),
    resetCredential: (userId, type) =>
      callControl(ctx, type, (control, owner) =>
        control.reset(owner, requireUserId(userId, 'resetCredential')),
      ),
    findCredentialPage(type) {
      const { plugin: owner, control } = findControl(ctx, type) ?? {}
      return owner && control?.path !== undefined ? `${ctx.authUrl}/${owner.id}/${control.path}` : null
    },
    maxStale: ctx.settings.revocation?.maxStale ?? 0,
  }
}

/** One hour, in seconds. */
const maxImpersonationAge = 3600

function assertCanImpersonate({ id, impersonatesUsers }: Plugin): void {
  if (!impersonatesUsers)
    throw new InvalidConfig(`The plugin "${id}" acts as users. Set its \`impersonatesUsers\` to true.`)
}

interface OwnedControl {
  readonly plugin: Plugin
  readonly control: CredentialControl
}

function findControl({ settings }: Context, type: CredentialControl['type']): OwnedControl | null {
  for (const plugin of settings.plugins)
    for (const control of plugin.credentials ?? []) if (control.type === type) return { plugin, control }
  return null
}

async function callControl(
  ctx: Context,
  type: CredentialControl['type'],
  call: (control: CredentialControl, owner: PluginContext) => boolean | PromiseLike<boolean>,
): Promise<boolean | null> {
  const found = findControl(ctx, type)
  return found && (await call(found.control, await ctx.services.createPluginContext(ctx, found.plugin)))
}
