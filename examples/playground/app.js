import { getApi, getSession, getUserSessions, NodeAuth, requireAuth } from 'latchkey/node'
import { renderAccountPage } from './account-page.js'
import { renderDeveloperPage } from './developer-page.js'
import { readForm } from './forms.js'
import { redirect, send } from './html.js'
import { logo } from './logo.js'
import { renderEmailPage, renderMailboxPage } from './mailbox-pages.js'
import { renderErrorPage, renderNotesPage, renderStartPage } from './pages.js'

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
 * The app: five pages, and everything under `/auth`.
 *
 * @param {import('latchkey').AuthConfig} config
 * @param {object} parts
 * @param {import('./notes.js').NoteTable} parts.notes
 * @param {import('./sign-in-methods.js').SignInMethods} parts.signInMethods
 * @param {import('./mail-server.js').Email[]} parts.emails
 * @param {Record<string, string>} parts.switches
 * @returns {import('node:http').RequestListener}
 */
export function createPlayground(config, { notes, signInMethods, emails, switches }) {
  const auth = NodeAuth(config)

  /** @type {Record<string, (request: PageRequest) => void | Promise<void>>} */
  const routes = {
    'GET /': ({ res, session }) => send(res, 200, renderStartPage(session)),
    // Password managers open it.
    'GET /.well-known/change-password': ({ res }) => redirect(res, '/auth/passwords/change'),
    'GET /logo.svg': ({ res }) => res.writeHead(200, { 'content-type': 'image/svg+xml' }).end(String(logo)),
    'GET /notes': requireSession(showNotes),
    'POST /notes': requireSession(changeNotes),
    'GET /account': requireSession(showAccount),
    'POST /account': requireSession(changeAccount),
    'GET /mailbox': showMailbox,
    'GET /developer': ({ res, session }) => send(res, 200, renderDeveloperPage(session, switches)),
  }

  return async (req, res) => {
    const [path, query] = req.url.split('?')
    if (path === '/auth' || path.startsWith('/auth/')) return auth(req, res)

    const name = `${req.method === 'HEAD' ? 'GET' : req.method} ${path}`
    if (!Object.hasOwn(routes, name)) return send(res, 404, renderErrorPage('Page not found'))
    // The browser sends the origin relation of a form. Cross-site forms are rejected.
    if (req.method === 'POST' && req.headers['sec-fetch-site'] !== 'same-origin')
      return send(res, 403, renderErrorPage('Cross-site request rejected'))
    try {
      const session = await getSession(req, config)
      await routes[name]({ req, res, query: new URLSearchParams(query), session })
    } catch (error) {
      sendError(res, error)
    }
  }

  function showNotes({ res, session }) {
    send(res, 200, renderNotesPage(session, notes.list(session.user.id)))
  }

  async function changeNotes({ req, res, session }) {
    const form = await readForm(req)
    if (form.has('delete')) notes.delete(session.user.id, form.get('delete'))
    else notes.add(session.user.id, form.get('text') ?? '')
    redirect(res, '/notes')
  }

  async function showAccount({ req, res, session }) {
    const { id } = session.user
    const [methods, passkeys] = [await signInMethods.list(id), await signInMethods.listPasskeys(id)]
    const account = {
      methods,
      passkeys,
      canRemovePasskey: signInMethods.canRemovePasskey(methods, passkeys),
      secondFactor:
        switches.TWO_FACTOR === 'off' ? null : await getApi(req, config, res).twoFactor.getStatus(),
      sessions: config.revocation ? await getUserSessions(req, config, res).list() : [],
    }
    send(res, 200, renderAccountPage(session, account))
  }

  async function changeAccount({ req, res, session }) {
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
