import { arrayBuffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { listenFrom } from './ports.js'

/**
 * A mail that arrived, with the link or the code that it brings.
 *
 * @typedef {object} Mail
 * @property {string} id
 * @property {string} to
 * @property {string} subject
 * @property {Date} date
 * @property {string} html
 * @property {string | undefined} link
 * @property {string | undefined} code
 */

/** Mails that are kept; the oldest go first. */
const capacity = 50

/**
 * An SMTP server that delivers nothing: it keeps whatever it is given, for anybody's address, and forgets it when it
 * stops. So the playground sends real mail, and you need no account for that either.
 *
 * @param {object} options
 * @param {number} options.port Where to listen, or the next free port after it.
 * @param {(mail: Mail) => void} [options.arrived] Hears of each mail.
 */
export async function startMailServer({ port, arrived = () => {} }) {
  /** @type {Mail[]} The newest first. */
  const mails = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      receive(stream, envelope).then(() => done(), done)
    },
  })
  const url = `smtp://localhost:${await listenFrom(server, port)}`
  return { url, mails, server }

  async function receive(stream, { rcptTo }) {
    const { subject = '', text = '', html = '' } = await PostalMime.parse(await arrayBuffer(stream))
    const to = rcptTo.map(({ address }) => address).join(', ')
    const [link] = text.match(/^https?:\/\/\S+$/m) ?? []
    const [code] = text.match(/^\d{4} ?\d{4}$/m) ?? []
    const mail = { id: crypto.randomUUID(), to, subject, date: new Date(), html, link, code }
    mails.unshift(mail)
    mails.splice(capacity)
    arrived(mail)
  }
}
