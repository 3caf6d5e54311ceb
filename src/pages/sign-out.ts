import type { Result } from '../types/wire.js'
import { document, type Frame, hostOf, textsOf } from './document.js'
import { hiddenFields } from './field.js'
import { html } from './html.js'
import { fill } from './texts.js'

/** What the sign-out page shows. */
export interface SignOutPage extends Frame {
  /** Null when the check is off. */
  readonly csrfToken: string | null
  /** Where the visitor lands afterwards. */
  readonly callbackUrl: string
}

/** Asks whether to sign out; a link alone must not do it. */
export function signOutPage(page: SignOutPage): Promise<Result> {
  const words = textsOf(page).signOut
  const card = html`<div class="card">
<h1>${words.heading}</h1>
<p class="message">${fill(words.question, { host: hostOf(page) })}</p>
<form action="${page.base}/signout" method="POST" class="onward">
${hiddenFields(page)}
<button id="submitButton" type="submit" class="button primary">${words.button}</button>
</form>
<p class="aside"><a class="quiet" href="${page.origin}">${words.stay}</a></p>
</div>`
  return document(page, { name: 'signout', title: words.title, card })
}
