import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A received email with its envelope recipients. */
export interface ReceivedEmail extends Email {
  readonly recipients: readonly string[]
  readonly isEncrypted: boolean
}

/** Simulated failures. */
export interface SmtpFailures {
  /** Returns whether to reject this recipient. */
  rejects?: (address: string) => boolean
  /** The reply code of the rejection. Codes below 500 are temporary. @default 550 */
  rejectsWith?: number
  /** Closes the connection after the message was sent, without a reply. With `kept`, the email is stored nevertheless. */
  dropsAfterData?: 'lost' | 'kept' | undefined
  /** Replies 452 after the message was sent. */
  isFull?: boolean
  /** Does not offer STARTTLS and accepts passwords in plain text. */
  isPlain?: boolean
  /** Milliseconds before the reply to a message. */
  delay?: number
}

/** Starts an SMTP server with STARTTLS and AUTH for one user. */
export async function startSmtpServer(simulated: SmtpFailures = {}) {
  const emails: ReceivedEmail[] = []
  const plaintextPasswords: string[] = []
  const sockets = new Set<{ destroy(): void }>()
  const server = new SMTPServer({
    logger: false,
    authOptional: false,
    disabledCommands: simulated.isPlain ? ['STARTTLS'] : [],
    allowInsecureAuth: simulated.isPlain === true,
    onAuth({ username, password }, session, done) {
      if (!session.secure) plaintextPasswords.push(String(password))
      if (username === 'app' && password === 'sesame') done(null, { user: 'app' })
      else done(new Error('no'))
    },
    onRcptTo: ({ address }, _session, done) =>
      simulated.rejects?.(address)
        ? done(createReplyError(simulated.rejectsWith ?? 550, 'no such mailbox'))
        : done(),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', async () => {
        const closeConnection = () => sockets.forEach(socket => void socket.destroy())
        if (simulated.dropsAfterData === 'lost') return closeConnection()
        if (simulated.isFull) return done(createReplyError(452, 'insufficient storage'))
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const email = await PostalMime.parse(Buffer.concat(chunks))
        emails.push({ ...email, recipients, isEncrypted: session.secure === true })
        if (simulated.dropsAfterData) return closeConnection()
        setTimeout(done, simulated.delay ?? 0)
      })
    },
  } satisfies SMTPServerOptions)
  server.on('error', () => {})
  server.server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    emails,
    /** Passwords that were received without encryption. */
    plaintextPasswords,
    /** The `server` option of the Nodemailer provider. The certificate is self-signed. */
    server: {
      host: '127.0.0.1',
      port,
      requireTLS: true,
      tls: { rejectUnauthorized: false },
      auth: { user: 'app', pass: 'sesame' },
    },
    /** The same as a URL. */
    url: `smtp://app:sesame@127.0.0.1:${port}?requireTLS=true&tls.rejectUnauthorized=false`,
    /** The URL without STARTTLS, for a server that `isPlain`. */
    plainUrl: `smtp://app:sesame@127.0.0.1:${port}?ignoreTLS=true`,
    getLatestEmail(): ReceivedEmail {
      const latest = emails.at(-1)
      if (latest) return latest
      throw new Error('No email was received.')
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

function createReplyError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
