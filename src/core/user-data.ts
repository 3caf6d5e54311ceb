/**
 * What Latchkey and its plugins store about a user: read for an export, shown in the sections of the account page, deleted with the user.
 *
 * @module
 */
import { toError } from '../base/to-error.js'
import { readOrCreateCsrf } from '../checks/csrf.js'
import { AuthError, InvalidConfig } from '../errors.js'
import { assertOwnSession } from '../sessions/no-actor.js'
import type { Context } from '../types/context.js'
import type { AccountPageSection, PluginSession, UserData } from '../types/plugin.js'

/** Reads what Latchkey and its plugins store about a user. */
export async function readUserData(ctx: Context, userId: string): Promise<UserData> {
  await assertOwnSession(ctx)
  const user = (await ctx.settings.adapter?.getUser(userId)) ?? null
  return { user, plugins: await readPluginData(ctx, userId) }
}

async function readPluginData(ctx: Context, userId: string): Promise<Record<string, object>> {
  const data: Record<string, object> = {}
  for (const plugin of ctx.settings.plugins) {
    if (!plugin.exportUserData) continue
    const pluginContext = await ctx.services.createPluginContext(ctx, plugin)
    data[plugin.id] = await plugin.exportUserData(pluginContext, userId)
  }
  return data
}

/** Deletes a user. What can fail in a plugin comes first, so that the user stays. The sessions end before the user is gone. */
export async function deleteUser(ctx: Context, userId: string): Promise<void> {
  const { adapter, plugins, revocation } = ctx.settings
  const { loadSessionControl } = ctx.services
  if (!adapter) throw new InvalidConfig('`users.delete` needs an `adapter`.')
  await assertOwnSession(ctx)
  await deletePluginData(ctx, userId)
  if (revocation && loadSessionControl)
    await (await loadSessionControl()).endSessions(ctx.settings, userId, null)
  await adapter.deleteUser(userId)
  const kinds = plugins.flatMap(({ recordsOfUsers }) => recordsOfUsers ?? [])
  for (const kind of kinds) await deleteUserRecords(ctx, kind, userId)
}

/** The user is gone, so a failure is logged: plugins treat a record of a user who does not exist as absent. */
async function deleteUserRecords(
  { settings: { records, logger } }: Context,
  kind: string,
  userId: string,
): Promise<void> {
  try {
    await records?.deleteRecordsByUserId(userId, kind)
  } catch (error) {
    logger.error(toError(error))
  }
}

/** Calls all plugins, also after a failure, so that a call that is repeated has less to delete. */
async function deletePluginData(ctx: Context, userId: string): Promise<void> {
  const failures: { readonly id: string; readonly error: Error }[] = []
  for (const plugin of ctx.settings.plugins) {
    try {
      await plugin.deleteUserData?.(await ctx.services.createPluginContext(ctx, plugin), userId)
    } catch (error) {
      failures.push({ id: plugin.id, error: toError(error) })
    }
  }
  const [first] = failures
  if (!first) return
  const reasons = failures.map(({ id, error }) => `"${id}" (${error.message})`).join(', ')
  throw new AuthError(
    `Plugins could not delete the data of the user: ${reasons}. The user is not deleted, and other plugins have deleted their data. Call \`users.delete\` again.`,
    { cause: { err: first.error, plugins: failures.map(({ id }) => id) } },
  )
}

/** Renders the sections of the signed-in user. Their forms submit the CSRF token, which is created if the browser has none. */
export async function renderSections(baseContext: Context): Promise<readonly AccountPageSection[]> {
  const { settings, services, jar } = baseContext
  const plugins = settings.plugins.filter(({ accountSections }) => accountSections?.length)
  if (plugins.length === 0 || !(await services.sessionStrategy.getCurrentSession(baseContext))) return []
  const csrf = settings.csrfEnabled ? (baseContext.csrf ?? (await readOrCreateCsrf(baseContext, jar))) : null
  const ctx = { ...baseContext, csrf }
  const { toMarkup } = await import('../pages/index.js')
  const sections: AccountPageSection[] = []
  let user: PluginSession['user'] | undefined
  for (const plugin of plugins) {
    const pluginContext = await services.createPluginContext(ctx, plugin)
    user ??= (await pluginContext.getSession())?.user
    if (!user) return []
    for (const { id, title, render } of plugin.accountSections ?? []) {
      const content = await render(pluginContext, user)
      if (content === null) continue
      const place = { id: `${plugin.id}/${id}`, title: await title(pluginContext) }
      sections.push({ ...place, content: toMarkup(content) })
    }
  }
  return sections
}
