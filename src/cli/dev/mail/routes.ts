import {
  renderEmailPage,
  renderMailboxPage,
  renderMissingEmailPage,
  respondWithEmailHtml,
} from '../pages/mailbox-pages.js'
import { type Routes, redirectTo } from '../routes.js'
import type { DevEmail, EmailQuery, Mailbox } from './mailbox.js'

/** The pages and the JSON of the mailbox. */
export function createMailboxRoutes(mailbox: Mailbox): Routes {
  const showEmail = (render: (email: DevEmail) => Response) => (request: Request) => {
    const email = mailbox.find(new URL(request.url).searchParams.get('id') ?? '')
    return email ? render(email) : renderMissingEmailPage()
  }
  return {
    'GET /mail': () => renderMailboxPage(mailbox.list()),
    'GET /mail/message': showEmail(renderEmailPage),
    'GET /mail/html': showEmail(respondWithEmailHtml),
    'POST /mail/delete': () => {
      mailbox.clear()
      return redirectTo('/mail')
    },
    'GET /mail.json': ({ url }) => Response.json(mailbox.list(parseQuery(new URL(url).searchParams))),
    'DELETE /mail.json': () => {
      mailbox.clear()
      return new Response(null, { status: 204 })
    },
  }
}

function parseQuery(params: URLSearchParams): EmailQuery {
  const limit = Number(params.get('limit') ?? Number.NaN)
  return { to: params.get('to') ?? undefined, limit: Number.isSafeInteger(limit) ? limit : undefined }
}
