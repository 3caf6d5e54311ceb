import { getSession, NodeAuth } from 'latchkey/node'
import { redirect, send } from './html.js'
import { accountPage, homePage, problemPage, protectedPage } from './pages.js'

/**
 * The app: three pages, and everything under `/auth`.
 *
 * @param {import('latchkey').AuthConfig} config
 * @param {{ waysIn(userId: string): { provider: string, type: string, id: string | null }[] }} store
 * @returns {import('node:http').RequestListener}
 */
export function playground(config, store) {
  const auth = NodeAuth(config)

  /** @type {Record<string, (req, res, session: import('latchkey/types').Session | null) => void>} */
  const routes = {
    '/': (_, res, session) => send(res, 200, homePage(session)),
    '/protected': members((_, res, session) => send(res, 200, protectedPage(session))),
    '/account': members((_, res, session) => {
      send(res, 200, accountPage(session, store.waysIn(session.user.id), config.session.strategy))
    }),
  }

  return async (req, res) => {
    const [path] = req.url.split('?')
    if (path === '/auth' || path.startsWith('/auth/')) return auth(req, res)

    const route = Object.hasOwn(routes, path) ? routes[path] : null
    if (!route) return send(res, 404, problemPage('There is no such page.'))
    if (!['GET', 'HEAD'].includes(req.method)) return send(res, 405, problemPage('Pages can only be read.'))
    try {
      route(req, res, await getSession(req, config))
    } catch (error) {
      fail(res, error)
    }
  }
}

/** Pages for those who are signed in; everybody else goes to the sign-in page and comes back afterwards. */
function members(page) {
  return (req, res, session) =>
    session
      ? page(req, res, session)
      : redirect(res, `/auth/signin?callbackUrl=${encodeURIComponent(req.url)}`)
}

/** When nobody can say who is there, nobody is signed out either: the next try may work. */
function fail(res, error) {
  console.error(error)
  const passing = error.type === 'SessionUnavailable'
  send(res, passing ? 503 : 500, problemPage('The playground has a problem. Please try again.'))
}
