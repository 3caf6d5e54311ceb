import { findEmailFault } from '../email/address.js'
import type { ActionResult } from '../types/request.js'
import { getPageTranslations, getSiteName, type PageProps, renderDocument } from './document.js'
import { type HiddenFields, renderHiddenFields } from './form-fields.js'
import { type Html, html, renderAttributes } from './html.js'
import { renderIcon } from './icon.js'
import { interpolateHtml } from './interpolate.js'

/** The content of the confirmation page of a magic link. */
export interface ConfirmPageProps extends PageProps, HiddenFields {
  /** The id of the email provider. */
  readonly provider: string
  readonly token: string
  readonly email: string
}

/**
 * Renders the confirmation of a magic link from another browser. Its form consumes the token, so that link scanners do
 * not.
 */
export function renderConfirmPage(page: ConfirmPageProps): Promise<ActionResult> {
  const translations = getPageTranslations(page).confirm
  const card = html`<div class="card">
<div class="emblem">${renderIcon('envelope')}</div>
<h1>${translations.heading}</h1>
<div class="message">
<p>${interpolateHtml(translations.question, { host: getSiteName(page) })}</p>
${renderEmail(page)}
</div>
<form action="${page.authUrl}/callback/${page.provider}" method="POST" class="actions">
${renderHiddenFields(page)}
<input${renderAttributes({ type: 'hidden', name: 'token', value: page.token })}>
<input${renderAttributes({ type: 'hidden', name: 'email', value: page.email })}>
<button id="submitButton" type="submit" class="button primary">${translations.button}</button>
</form>
<p class="aside"><a class="secondary-link" href="${page.origin}">${translations.cancel}</a></p>
</div>`
  return renderDocument(page, { name: 'confirm', title: translations.title ?? translations.heading, card })
}

/** Renders the email address only if it is valid, because anyone can put text into the link. */
function renderEmail({ email }: ConfirmPageProps): Html | null {
  const isValidEmail = email !== '' && findEmailFault(email) === null
  return isValidEmail ? html`<p class="hint"><bdi>${email}</bdi></p>` : null
}
