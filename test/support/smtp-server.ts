import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail that arrived, and for whom the server was told it is. */
export interface ReceivedEmail extends Email {
  readonly recipients: readonly string[]
  readonly isEncrypted: boolean
}

/** What goes wrong at the server. */
export interface SmtpFailures {
  /** Refuses this recipient. */
  rejects?: (address: string) => boolean
  /** With which reply it refuses; below 500 for now only. @default 550 */
  rejectsWith?: number
  /** Hears the whole mail, and hangs up instead of saying so; `kept` says that the mail arrives all the same. */
  dropsAfterData?: 'lost' | 'kept' | undefined
  /** Hears the whole mail, and has no room for it. */
  isFull?: boolean
  /** Offers no encryption, and would take a password without. */
  isPlain?: boolean
  /** Milliseconds that it thinks about a mail. */
  delay?: number
}

/** A real SMTP server with STARTTLS and AUTH, for one user. */
export async function startSmtpServer(trouble: SmtpFailures = {}) {
  const mails: ReceivedEmail[] = []
  const overheard: string[] = []
  const sockets = new Set<{ destroy(): void }>()
  const server = new SMTPServer({
    logger: false,
    authOptional: false,
    disabledCommands: trouble.isPlain ? ['STARTTLS'] : [],
    allowInsecureAuth: trouble.isPlain === true,
    onAuth({ username, password }, session, done) {
      if (!session.secure) overheard.push(String(password))
      if (username === 'app' && password === 'sesame') done(null, { user: 'app' })
      else done(new Error('no'))
    },
    onRcptTo: ({ address }, _session, done) =>
      trouble.rejects?.(address)
        ? done(createReplyError(trouble.rejectsWith ?? 550, 'no such mailbox'))
        : done(),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', async () => {
        const closeConnection = () => sockets.forEach(socket => void socket.destroy())
        if (trouble.dropsAfterData === 'lost') return closeConnection()
        if (trouble.isFull) return done(createReplyError(452, 'no room'))
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        mails.push({ ...mail, recipients, isEncrypted: session.secure === true })
        if (trouble.dropsAfterData) return closeConnection()
        setTimeout(done, trouble.delay ?? 0)
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
    mails,
    /** Passwords that were said without encryption. */
    overheard,
    /** As the provider takes it; the server's certificate is its own. */
    server: {
      host: '127.0.0.1',
      port,
      requireTLS: true,
      tls: { rejectUnauthorized: false },
      auth: { user: 'app', pass: 'sesame' },
    },
    /** The same as a URL. */
    url: `smtp://app:sesame@127.0.0.1:${port}?requireTLS=true&tls.rejectUnauthorized=false`,
    mail(): ReceivedEmail {
      const newest = mails.at(-1)
      if (newest) return newest
      throw new Error('No mail arrived.')
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
