import { createLoader } from '../base/cache.js'
import { requireUserId } from '../config/assert-options.js'
import { listServerCallCookies } from '../sessions/session-marker.js'
import type { RequestHead } from '../types/request.js'
import type { ServerUsers } from '../types/server.js'
import { createBaseContext } from './create-context.js'
import type { ConfigSelector } from './host-trust.js'
import { resolveHeadWithOrigin } from './public-origin.js'
import { buildAuthRequest } from './server-request.js'
import { getPreparedConfig } from './settings.js'

/** What is rarely called is loaded then. */
const loadUserData = createLoader(() => import('./plugin-runtime.js'))

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
      const { readUserData } = await loadUserData()
      return await readUserData(await createContext(head), id)
    },
    async delete(head, userId) {
      const id = requireUserId(userId, 'users.delete')
      const { deleteUser } = await loadUserData()
      await deleteUser(await createContext(head), id)
    },
    async renderAccountSections(head) {
      const ctx = await createContext(head)
      const { renderSections } = await loadUserData()
      const sections = await renderSections(ctx)
      const data = sections.map(({ content, ...section }) => ({ ...section, html: String(content) }))
      return { data, cookies: listServerCallCookies(ctx) }
    },
  }
}
