import type { ActionResult } from '../types/request.js'
import { getPageTranslations, getSiteName, type PageProps, renderDocument } from './document.js'
import { type HiddenFields, renderHiddenFields } from './form-fields.js'
import { html } from './html.js'
import { interpolateHtml } from './interpolate.js'

/** The content of the sign-out page. */
export interface SignOutPageProps extends PageProps, HiddenFields {}

/** Renders the confirmation form of sign-out, because a GET request must not sign a user out. */
export function renderSignOutPage(page: SignOutPageProps): Promise<ActionResult> {
  const translations = getPageTranslations(page).signOut
  const card = html`<div class="card">
<h1>${translations.heading}</h1>
<p class="message">${interpolateHtml(translations.question, { host: getSiteName(page) })}</p>
<form action="${page.authUrl}/signout" method="POST" class="actions">
${renderHiddenFields(page)}
<button id="submitButton" type="submit" class="button primary">${translations.button}</button>
</form>
<p class="aside"><a class="secondary-link" href="${page.origin}">${translations.cancel}</a></p>
</div>`
  return renderDocument(page, { name: 'signout', title: translations.title ?? translations.heading, card })
}
