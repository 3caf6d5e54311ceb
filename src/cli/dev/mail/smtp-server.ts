import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { listen, type RunningServer } from '../listen.js'
import type { Mailbox } from './mailbox.js'
import { SMTPServer } from './packages.js'

/** The largest email, in bytes. */
const maxSize = 10_000_000

/**
 * Starts an SMTP server that puts every email into the mailbox and delivers nothing. It accepts any user and password.
 *
 * @throws PortInUse
 */
export async function startSmtpServer(mailbox: Mailbox, port: number): Promise<RunningServer> {
  const server = new SMTPServer({
    banner: 'latchkey dev',
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    size: maxSize,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
    onData(stream, { envelope }, done) {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      receive(stream, recipients).then(() => done(), done)
    },
  })
  // A client that closes its connection early is not a failure of this server.
  server.on('error', () => {})
  return listen(server.server, port)

  async function receive(stream: Readable, recipients: readonly string[]): Promise<void> {
    const message = await buffer(stream)
    if (Reflect.get(stream, 'sizeExceeded') === true)
      throw Object.assign(new Error(`The email has more than ${maxSize} bytes.`), { responseCode: 552 })
    await mailbox.receive(message, recipients)
  }
}
