import { applyCacheSetting } from './test-settings.js'

/** Renders a page. The layout shows the user, so every page reads the session. */
export async function renderPage(request, reply, name, data = {}) {
  applyCacheSetting(reply)
  const session = await request.auth.getSession()
  return reply.view(name, { session, path: request.url, ...data })
}
