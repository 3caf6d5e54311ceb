import { getSession, NodeAuth } from 'latchkey/node'
import { renderAccountPage } from './account-page.js'
import { readForm } from './forms.js'
import { redirect, send } from './html.js'
import { renderMailboxPage, renderMailPage } from './mailbox-pages.js'
import { renderErrorPage, renderHomePage, renderProtectedPage } from './pages.js'

/**
 * A request to one of our pages.
 *
 * @typedef {object} Visit
 * @property {import('node:http').IncomingMessage} req
 * @property {import('node:http').ServerResponse} res
 * @property {URLSearchParams} query
 * @property {import('latchkey/types').Session | null} session
 */

/**
 * The app: four pages, and everything under `/auth`.
 *
 * @param {import('latchkey').AuthConfig} config
 * @param {{ waysIn: import('./sign-in-methods.js').SignInMethods, mails: import('./mail-server.js').Mail[] }} parts
 * @returns {import('node:http').RequestListener}
 */
export function createPlayground(config, { waysIn, mails }) {
  const auth = NodeAuth(config)

  /** @type {Record<string, (visit: Visit) => void | Promise<void>>} */
  const routes = {
    'GET /': ({ res, session }) => send(res, 200, renderHomePage(session)),
    'GET /protected': requireSession(({ res, session }) => send(res, 200, renderProtectedPage(session))),
    'GET /account': requireSession(showAccount),
    'POST /account': requireSession(removePasskey),
    'GET /mailbox': showMailbox,
  }

  return async (req, res) => {
    const [path, query] = req.url.split('?')
    if (path === '/auth' || path.startsWith('/auth/')) return auth(req, res)

    const name = `${req.method === 'HEAD' ? 'GET' : req.method} ${path}`
    if (!Object.hasOwn(routes, name)) return send(res, 404, renderErrorPage('There is no such page.'))
    try {
      const session = await getSession(req, config)
      await routes[name]({ req, res, query: new URLSearchParams(query), session })
    } catch (error) {
      sendError(res, error)
    }
  }

  function showAccount({ res, session }) {
    const { id } = session.user
    const { strategy } = config.session
    const ways = { waysIn: waysIn.list(id), passkeys: waysIn.passkeys(id) }
    send(res, 200, renderAccountPage(session, { ...ways, strategy }))
  }

  async function removePasskey({ req, res, session }) {
    // The browser says which site a form is from; only ours may remove anything.
    if (req.headers['sec-fetch-site'] !== 'same-origin')
      return send(res, 403, renderErrorPage('This form is not from here.'))
    const form = await readForm(req)
    waysIn.removePasskey(session.user.id, form.get('remove') ?? '')
    redirect(res, '/account')
  }

  function showMailbox({ res, query, session }) {
    if (!query.has('mail')) return send(res, 200, renderMailboxPage(session, mails))
    const mail = mails.find(({ id }) => id === query.get('mail'))
    if (mail) send(res, 200, renderMailPage(session, mail))
    else send(res, 404, renderErrorPage('This mail is gone.'))
  }
}

/** Pages for those who are signed in; everybody else goes to the sign-in page and comes back afterwards. */
function requireSession(page) {
  return visit => {
    const { req, res, session } = visit
    return session ? page(visit) : redirect(res, `/auth/signin?callbackUrl=${encodeURIComponent(req.url)}`)
  }
}

/** When nobody can say who is there, nobody is signed out either: the next try may work. */
function sendError(res, error) {
  console.error(error)
  const passing = error.type === 'SessionUnavailable'
  send(res, passing ? 503 : 500, renderErrorPage('The playground has a problem. Please try again.'))
}
