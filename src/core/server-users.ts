import { requireUserId } from '../config/require-user-id.js'
import { InvalidConfig } from '../errors.js'
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
      return await renderSections(ctx)
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
  for (const plugin of plugins) {
    if (!plugin.deleteUserData) continue
    await plugin.deleteUserData(await ctx.services.createPluginContext(ctx, plugin), userId)
  }
  if (revocation && loadSessionControl)
    await (await loadSessionControl()).endSessions(ctx.settings, userId, null)
  await adapter.deleteUser(userId)
  const kinds = plugins.flatMap(({ recordsOfUsers }) => recordsOfUsers ?? [])
  for (const kind of kinds) await records?.deleteRecordsByUserId(userId, kind)
}

async function renderSections(ctx: Context): Promise<readonly RenderedSection[]> {
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
        html: String(await render(pluginContext, session.user)),
      })
  }
  return sections
}
