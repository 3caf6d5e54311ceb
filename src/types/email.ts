import type { Awaitable } from './common.js'

/** An email that Latchkey sends. */
export interface EmailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
}

/** Sends an email: a function, or a transport of `nodemailer` with a default `from`, or anything with the same method. */
export type EmailSender =
  | ((message: EmailMessage) => Awaitable<unknown>)
  | { sendMail(message: EmailMessage): Awaitable<unknown> }
