import { arrayBuffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { listenFrom } from './ports.js'

/**
 * A received email, with its magic link or one-time code.
 *
 * @typedef {object} Email
 * @property {string} id
 * @property {string} to
 * @property {string} subject
 * @property {Date} date
 * @property {string} html
 * @property {string | undefined} link
 * @property {string | undefined} code
 */

/** The maximum number of stored emails. The oldest are deleted first. */
const capacity = 50

/**
 * Starts an SMTP server that delivers nothing. It stores emails to any recipient in memory, until it stops. The playground
 * sends real emails, and you need no account at an email service.
 *
 * @param {object} options
 * @param {number} options.port The port, or the next free port after it.
 */
export async function startMailServer({ port }) {
  /** @type {Email[]} Newest first. */
  const emails = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      receive(stream, envelope).then(() => done(), done)
    },
  })
  const used = await listenFrom(server, port)
  const { address, family } = server.server.address()
  // A Worker does not resolve `localhost`.
  const url = `smtp://${family === 'IPv4' ? address : 'localhost'}:${used}`
  return { url, emails, server }

  async function receive(stream, { rcptTo }) {
    const { subject = '', text = '', html = '' } = await PostalMime.parse(await arrayBuffer(stream))
    const to = rcptTo.map(({ address }) => address).join(', ')
    const [link] = text.match(/^https?:\/\/\S+$/m) ?? []
    const [code] = text.match(/^\d{4} ?\d{4}$/m) ?? []
    const email = { id: crypto.randomUUID(), to, subject, date: new Date(), html, link, code }
    emails.unshift(email)
    emails.splice(capacity)
  }
}
