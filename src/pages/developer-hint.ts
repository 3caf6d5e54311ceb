import { getPageTranslations, type PageProps } from './document.js'
import { type Html, html } from './html.js'
import { interpolateHtml } from './interpolate.js'

/** Renders the cause of an error, the option to set and the steps of the request, which only a developer sees. */
export function renderDeveloperHint(page: PageProps, text: string, trail: string | undefined): Html {
  return html`<div class="dev-detail"><h2>${getPageTranslations(page).error.developmentOnly}</h2><pre dir="ltr">${text}</pre>${trail && html`<pre dir="ltr">${trail.replaceAll('; ', '\n')}</pre>`}</div>`
}

/** Renders what a visitor tells the support, so that the failure is found in the log. */
export function renderReference(page: PageProps, reference: string): Html {
  return html`<p class="reference">${interpolateHtml(getPageTranslations(page).error.reference, { reference: html`<code dir="ltr">${reference}</code>` })}</p>`
}
