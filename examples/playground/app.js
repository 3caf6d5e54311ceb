import { getApi, getSession, getUserSessions, NodeAuth, requireAuth } from 'latchkey/node'
import { renderAccountPage } from './account-page.js'
import { readForm } from './forms.js'
import { redirect, send } from './html.js'
import { renderEmailPage, renderMailboxPage } from './mailbox-pages.js'
import { renderErrorPage, renderHomePage, renderProtectedPage } from './pages.js'

/**
 * A request for a page, with its session.
 *
 * @typedef {object} PageRequest
 * @property {import('node:http').IncomingMessage} req
 * @property {import('node:http').ServerResponse} res
 * @property {URLSearchParams} query
 * @property {import('latchkey/types').Session | null} session
 */

/**
 * The app: four pages, and everything under `/auth`.
 *
 * @param {import('latchkey').AuthConfig} config
 * @param {{ signInMethods: import('./sign-in-methods.js').SignInMethods, emails: import('./mail-server.js').Email[] }} parts
 * @returns {import('node:http').RequestListener}
 */
export function createPlayground(config, { signInMethods, emails }) {
  const auth = NodeAuth(config)

  /** @type {Record<string, (request: PageRequest) => void | Promise<void>>} */
  const routes = {
    'GET /': ({ res, session }) => send(res, 200, renderHomePage(session)),
    'GET /protected': requireSession(({ res, session }) => send(res, 200, renderProtectedPage(session))),
    'GET /account': requireSession(showAccount),
    'POST /account': requireSession(changeAccount),
    'GET /mailbox': showMailbox,
  }

  return async (req, res) => {
    const [path, query] = req.url.split('?')
    if (path === '/auth' || path.startsWith('/auth/')) return auth(req, res)

    const name = `${req.method === 'HEAD' ? 'GET' : req.method} ${path}`
    if (!Object.hasOwn(routes, name)) return send(res, 404, renderErrorPage('Page not found'))
    try {
      const session = await getSession(req, config)
      await routes[name]({ req, res, query: new URLSearchParams(query), session })
    } catch (error) {
      sendError(res, error)
    }
  }

  async function showAccount({ req, res, session }) {
    const { id } = session.user
    const account = {
      strategy: config.session.strategy,
      methods: await signInMethods.list(id),
      passkeys: await signInMethods.listPasskeys(id),
      secondFactor: config.plugins ? await getApi(req, config, res).twoFactor.getStatus() : null,
      sessions: config.revocation ? await getUserSessions(req, config, res).list() : [],
    }
    send(res, 200, renderAccountPage(session, account))
  }

  async function changeAccount({ req, res, session }) {
    // The browser sends the origin relation of a form. Cross-site forms are rejected.
    if (req.headers['sec-fetch-site'] !== 'same-origin')
      return send(res, 403, renderErrorPage('Cross-site request rejected'))
    const form = await readForm(req)
    if (form.has('remove')) await signInMethods.removePasskey(session.user.id, form.get('remove'))
    else if (!(await endSessions(req, res, form))) return
    redirect(res, '/account')
  }

  /** Returns false if the user must confirm who they are first. The response is sent then. */
  async function endSessions(req, res, form) {
    const requirement = { maxAge: 900, redirectTo: '/account' }
    if (!(await requireAuth(req, res, config, requirement))) return false
    const sessions = getUserSessions(req, config, res)
    await (form.has('end') ? sessions.end(form.get('end')) : sessions.endOthers())
    return true
  }

  function showMailbox({ res, query, session }) {
    if (!query.has('email')) return send(res, 200, renderMailboxPage(session, emails))
    const email = emails.find(({ id }) => id === query.get('email'))
    if (email) send(res, 200, renderEmailPage(session, email))
    else send(res, 404, renderErrorPage('Email not found'))
  }
}

/** Redirects visitors to the sign-in page, which returns to the requested page. */
function requireSession(page) {
  return request => {
    const { req, res, session } = request
    return session ? page(request) : redirect(res, `/auth/signin?callbackUrl=${encodeURIComponent(req.url)}`)
  }
}

/** Returns 503 if the session is unavailable. The cookie stays, so the next request can succeed. */
function sendError(res, error) {
  console.error(error)
  const unavailable = error.type === 'SessionUnavailable'
  send(res, unavailable ? 503 : 500, renderErrorPage('Something went wrong. Please try again.'))
}
