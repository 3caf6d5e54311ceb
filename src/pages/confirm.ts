import { safeAddress } from '../mail/address.js'
import type { Result } from '../types/wire.js'
import { document, type Frame, hostOf, textsOf } from './document.js'
import { hiddenFields } from './field.js'
import { attributes, type Html, html } from './html.js'
import { icon } from './icon.js'
import { fill } from './texts.js'

/** What the confirm page shows and sends on. */
export interface ConfirmPage extends Frame {
  /** Null when the check is off. */
  readonly csrfToken: string | null
  readonly callbackUrl: string
  /** The id of the provider whose link it is. */
  readonly provider: string
  readonly token: string
  readonly email: string
}

/** A link was opened where nobody asked for it: it is used by a button, which no scanner presses. */
export function confirmPage(page: ConfirmPage): Promise<Result> {
  const words = textsOf(page).confirm
  const card = html`<div class="card">
<div class="emblem">${icon('envelope')}</div>
<h1>${words.heading}</h1>
<div class="message">
<p>${fill(words.question, { host: hostOf(page) })}</p>
${whose(page)}
</div>
<form action="${page.base}/callback/${page.provider}" method="POST" class="onward">
${hiddenFields(page)}
<input${attributes({ type: 'hidden', name: 'token', value: page.token })}>
<input${attributes({ type: 'hidden', name: 'email', value: page.email })}>
<button id="submitButton" type="submit" class="button primary">${words.button}</button>
</form>
<p class="aside"><a class="quiet" href="${page.origin}">${words.leave}</a></p>
</div>`
  return document(page, { name: 'confirm', title: words.title, card })
}

/** Anybody can write a link, with a sentence in the place of the address: our page does not say it for them. */
function whose({ email }: ConfirmPage): Html | null {
  const isName = email !== '' && typeof safeAddress(email) === 'string'
  return isName ? html`<p class="hint"><bdi>${email}</bdi></p>` : null
}
