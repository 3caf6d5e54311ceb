import { findCodes, findLinks } from './find-links.js'
import { PostalMime } from './packages.js'

/** A received email, as `GET /mail.json` returns it. */
export interface DevEmail {
  readonly id: string
  /** The recipients of the envelope. */
  readonly to: readonly string[]
  readonly from: string
  readonly subject: string
  /** When it arrived, by the moved clock, in ISO 8601. */
  readonly date: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  /** One-time codes, digits only. */
  readonly codes: readonly string[]
}

/** Which emails to return. */
export interface EmailQuery {
  /** The email address of a recipient. */
  readonly to?: string | undefined
  readonly limit?: number | undefined
}

/** The maximum number of stored emails. The oldest are deleted first. */
const capacity = 200

/** Emails in memory, the newest first. */
export class Mailbox {
  readonly #getNow: () => number
  #emails: readonly DevEmail[] = []

  constructor(getNow: () => number) {
    this.#getNow = getNow
  }

  list({ to, limit = capacity }: EmailQuery = {}): readonly DevEmail[] {
    const isRecipient = (email: DevEmail) =>
      to === undefined || email.to.some(address => address.toLowerCase() === to.toLowerCase())
    return this.#emails.filter(isRecipient).slice(0, limit)
  }

  find(id: string): DevEmail | null {
    return this.#emails.find(email => email.id === id) ?? null
  }

  clear(): void {
    this.#emails = []
  }

  async receive(message: Uint8Array, to: readonly string[]): Promise<void> {
    const { from, subject = '', text = '', html = '' } = await PostalMime.parse(message)
    const email = {
      id: crypto.randomUUID(),
      to,
      from: from?.address ?? '',
      subject,
      date: new Date(this.#getNow()).toISOString(),
      text,
      html,
      links: findLinks(text, html),
      codes: findCodes(text),
    }
    this.#emails = [email, ...this.#emails].slice(0, capacity)
  }
}
