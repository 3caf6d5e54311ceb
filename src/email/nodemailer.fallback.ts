import { InvalidConfig } from '../errors.js'

/**
 * Replaces `nodemailer.ts` in bundles for browsers and for runtimes that have no sockets of Node. Nodemailer does not
 * bundle there.
 *
 * @throws InvalidConfig always
 */
export async function sendWithNodemailer(): Promise<void> {
  throw new InvalidConfig(
    '`Email` with `server` sends only in Node, Bun and Deno. Set `sendVerificationRequest`, or import ' +
      '"latchkey/providers/nodemailer" with `id: "email"`.',
  )
}
