import { validateEmail } from '../email/address.js'
import type { ActionResult } from '../types/request.js'
import { getHost, getTranslations, type PageProps, renderDocument } from './document.js'
import { renderHiddenFields } from './form-fields.js'
import { type Html, html, renderAttributes } from './html.js'
import { renderIcon } from './icon.js'
import { interpolateHtml } from './interpolate.js'

/** What the confirm page shows and sends on. */
export interface ConfirmPageProps extends PageProps {
  /** Null when the check is off. */
  readonly csrfToken: string | null
  readonly callbackUrl: string
  /** The id of the provider whose link it is. */
  readonly provider: string
  readonly token: string
  readonly email: string
}

/** A link was opened where nobody asked for it: it is used by a button, which no scanner presses. */
export function renderConfirmPage(page: ConfirmPageProps): Promise<ActionResult> {
  const translations = getTranslations(page).confirm
  const card = html`<div class="card">
<div class="emblem">${renderIcon('envelope')}</div>
<h1>${translations.heading}</h1>
<div class="message">
<p>${interpolateHtml(translations.question, { host: getHost(page) })}</p>
${renderEmail(page)}
</div>
<form action="${page.authUrl}/callback/${page.provider}" method="POST" class="onward">
${renderHiddenFields(page)}
<input${renderAttributes({ type: 'hidden', name: 'token', value: page.token })}>
<input${renderAttributes({ type: 'hidden', name: 'email', value: page.email })}>
<button id="submitButton" type="submit" class="button primary">${translations.button}</button>
</form>
<p class="aside"><a class="quiet" href="${page.origin}">${translations.cancel}</a></p>
</div>`
  return renderDocument(page, { name: 'confirm', title: translations.title, card })
}

/** Anybody can write a link, with a sentence in the place of the address: our page does not say it for them. */
function renderEmail({ email }: ConfirmPageProps): Html | null {
  const isValidEmail = email !== '' && typeof validateEmail(email) === 'string'
  return isValidEmail ? html`<p class="hint"><bdi>${email}</bdi></p>` : null
}
