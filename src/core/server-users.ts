import { toError } from '../base/to-error.js'
import { readOrCreateCsrf } from '../checks/csrf.js'
import { requireUserId } from '../config/assert-options.js'
import { AuthError, InvalidConfig } from '../errors.js'
import { listServerCallCookies } from '../sessions/session-marker.js'
import type { Context } from '../types/context.js'
import type { PluginSession, RenderedSection } from '../types/plugin.js'
import type { RequestHead } from '../types/request.js'
import type { ServerUsers } from '../types/server.js'
import { createBaseContext } from './create-context.js'
import type { ConfigSelector } from './host-trust.js'
import { resolveHeadWithOrigin } from './public-origin.js'
import { buildAuthRequest } from './server-request.js'
import { getPreparedConfig } from './settings.js'

/** Creates the functions about users that plugins take part in. */
export function createServerUsers(
  selectConfig: ConfigSelector,
  resolveOrigin: (head: RequestHead) => string | null,
): ServerUsers {
  const createContext = async (head: RequestHead) => {
    const prepared = await getPreparedConfig(selectConfig(head))
    const headWithOrigin = resolveHeadWithOrigin(head, resolveOrigin)
    const request = buildAuthRequest(headWithOrigin, prepared.settings, { action: 'session' })
    return createBaseContext(request, prepared)
  }
  return {
    async exportData(head, userId) {
      const id = requireUserId(userId, 'users.exportData')
      const ctx = await createContext(head)
      const user = (await ctx.settings.adapter?.getUser(id)) ?? null
      return { user, plugins: await readPluginData(ctx, id) }
    },
    async delete(head, userId) {
      const id = requireUserId(userId, 'users.delete')
      await deleteUser(await createContext(head), id)
    },
    async renderAccountSections(head) {
      const ctx = await createContext(head)
      return { data: await renderSections(ctx), cookies: listServerCallCookies(ctx) }
    },
  }
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

/** What can fail in a plugin comes first, so that the user stays. The sessions end before the user is gone. */
async function deleteUser(ctx: Context, userId: string): Promise<void> {
  const { adapter, records, plugins, revocation } = ctx.settings
  const { loadSessionControl } = ctx.services
  if (!adapter) throw new InvalidConfig('`users.delete` needs an `adapter`.')
  await deletePluginData(ctx, userId)
  if (revocation && loadSessionControl)
    await (await loadSessionControl()).endSessions(ctx.settings, userId, null)
  await adapter.deleteUser(userId)
  const kinds = plugins.flatMap(({ recordsOfUsers }) => recordsOfUsers ?? [])
  for (const kind of kinds) await records?.deleteRecordsByUserId(userId, kind)
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

/** Forms in a section submit the CSRF token. It is created if the browser has none. */
async function renderSections(baseContext: Context): Promise<readonly RenderedSection[]> {
  const { settings, jar } = baseContext
  if (!settings.plugins.some(({ accountSections }) => accountSections?.length)) return []
  if (!(await baseContext.services.sessionStrategy.getCurrentSession(baseContext))) return []
  const csrf = settings.csrfEnabled ? await readOrCreateCsrf(baseContext, jar) : null
  const ctx = { ...baseContext, csrf }
  const { toMarkup } = await import('../pages/index.js')
  const sections: RenderedSection[] = []
  for (const plugin of ctx.settings.plugins) {
    if (!plugin.accountSections?.length) continue
    const pluginContext = await ctx.services.createPluginContext(ctx, plugin)
    const session: PluginSession | null = await pluginContext.getSession()
    if (!session) return []
    for (const { id, title, render } of plugin.accountSections)
      sections.push({
        id: `${plugin.id}/${id}`,
        title: await title(pluginContext),
        html: toMarkup(await render(pluginContext, session.user)).toString(),
      })
  }
  return sections
}
