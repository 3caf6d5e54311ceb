import { getSession, NodeAuth } from 'latchkey/node'
import { accountPage } from './account-page.js'
import { readForm } from './forms.js'
import { redirect, send } from './html.js'
import { mailboxPage, mailPage } from './mailbox-pages.js'
import { homePage, problemPage, protectedPage } from './pages.js'

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
 * @param {{ waysIn: import('./ways-in.js').WaysIn, mails: import('./mail-server.js').Mail[] }} parts
 * @returns {import('node:http').RequestListener}
 */
export function playground(config, { waysIn, mails }) {
  const auth = NodeAuth(config)

  /** @type {Record<string, (visit: Visit) => void | Promise<void>>} */
  const routes = {
    'GET /': ({ res, session }) => send(res, 200, homePage(session)),
    'GET /protected': members(({ res, session }) => send(res, 200, protectedPage(session))),
    'GET /account': members(account),
    'POST /account': members(removePasskey),
    'GET /mailbox': mailbox,
  }

  return async (req, res) => {
    const [path, query] = req.url.split('?')
    if (path === '/auth' || path.startsWith('/auth/')) return auth(req, res)

    const name = `${req.method === 'HEAD' ? 'GET' : req.method} ${path}`
    if (!Object.hasOwn(routes, name)) return send(res, 404, problemPage('There is no such page.'))
    try {
      const session = await getSession(req, config)
      await routes[name]({ req, res, query: new URLSearchParams(query), session })
    } catch (error) {
      fail(res, error)
    }
  }

  function account({ res, session }) {
    const { id } = session.user
    const { strategy } = config.session
    const ways = { waysIn: waysIn.list(id), passkeys: waysIn.passkeys(id) }
    send(res, 200, accountPage(session, { ...ways, strategy }))
  }

  async function removePasskey({ req, res, session }) {
    // The browser says which site a form is from; only ours may remove anything.
    if (req.headers['sec-fetch-site'] !== 'same-origin')
      return send(res, 403, problemPage('This form is not from here.'))
    const form = await readForm(req)
    waysIn.removePasskey(session.user.id, form.get('remove') ?? '')
    redirect(res, '/account')
  }

  function mailbox({ res, query, session }) {
    if (!query.has('mail')) return send(res, 200, mailboxPage(session, mails))
    const mail = mails.find(({ id }) => id === query.get('mail'))
    if (mail) send(res, 200, mailPage(session, mail))
    else send(res, 404, problemPage('This mail is gone.'))
  }
}

/** Pages for those who are signed in; everybody else goes to the sign-in page and comes back afterwards. */
function members(page) {
  return visit => {
    const { req, res, session } = visit
    return session ? page(visit) : redirect(res, `/auth/signin?callbackUrl=${encodeURIComponent(req.url)}`)
  }
}

/** When nobody can say who is there, nobody is signed out either: the next try may work. */
function fail(res, error) {
  console.error(error)
  const passing = error.type === 'SessionUnavailable'
  send(res, passing ? 503 : 500, problemPage('The playground has a problem. Please try again.'))
}
