import type { Result } from '../types/wire.js'
import { document, type Frame, hostOf, onward, textsOf } from './document.js'
import { type Html, html } from './html.js'
import { type IconName, icon } from './icon.js'
import { fill, lookUp } from './texts.js'

/** What the error page shows. */
export interface ErrorPage extends Frame {
  /** The `error` of the query. */
  readonly error: string | null
  /** For the developer, never in production: the cause, and the option to set. */
  readonly detail?: string | undefined
}

interface Kind {
  readonly status: number
  readonly icon: IconName
  /** Signing in again may help. */
  readonly again: boolean
}

const kinds: Readonly<Record<string, Kind>> = {
  Configuration: { status: 500, icon: 'alert', again: false },
  AccessDenied: { status: 403, icon: 'lock', again: true },
  Verification: { status: 403, icon: 'clock', again: true },
  WebAuthnVerificationError: { status: 200, icon: 'alert', again: true },
}
const otherKind: Kind = { status: 200, icon: 'alert', again: false }

/** Says what went wrong, and the next step. */
export function errorPage(page: ErrorPage): Promise<Result> {
  const words = textsOf(page).error
  const kind = lookUp(kinds, page.error) ?? otherKind
  const { heading, message } = lookUp(words.errors, page.error) ?? words.otherError
  const card = html`<div class="card">
<div class="emblem alarm">${icon(kind.icon)}</div>
<h1>${heading}</h1>
<div class="message"><p>${message}</p></div>
${kind.again && signInLink(page)}
${page.detail && detail(page, page.detail)}
<p class="aside"><a class="site" href="${page.origin}">${fill(words.site, { host: hostOf(page) })}</a></p>
</div>`
  return document(page, { name: 'error', title: words.title, status: kind.status, card })
}

function signInLink(page: ErrorPage): Html {
  return html`<p class="onward"><a class="button primary" href="${onward(page, '/signin')}">${textsOf(page).error.button}</a></p>`
}

function detail(page: ErrorPage, text: string): Html {
  return html`<div class="detail"><h2>${textsOf(page).error.detail}</h2><pre dir="ltr">${text}</pre></div>`
}
