import type { Awaitable } from './common.js'

/** An email that Latchkey sends. */
export interface EmailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
}

/** A link of an email. */
export interface EmailContentLink {
  readonly label: string
  readonly url: string
}

/** The content of an email of a plugin, in the language of its reader. */
export interface EmailContent {
  readonly subject: string
  /** What happened, or what to do, in a few words. */
  readonly heading: string
  /** Below the heading. */
  readonly paragraphs?: readonly string[] | undefined
  /** The one thing to do. */
  readonly button?: EmailContentLink | undefined
  /** Small print, such as when the link expires. */
  readonly notes?: readonly string[] | undefined
  /** Other things to do, at the end. */
  readonly links?: readonly EmailContentLink[] | undefined
}

/** Sends an email: a function, or a transport of `nodemailer` with a default `from`, or anything with the same method. */
export type EmailSender =
  | ((message: EmailMessage) => Awaitable<unknown>)
  | { sendMail(message: EmailMessage): Awaitable<unknown> }
