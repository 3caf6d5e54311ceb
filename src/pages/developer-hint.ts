import { getPageTranslations, type PageProps } from './document.js'
import { type Html, html } from './html.js'

/** Renders the cause of an error and the option to set, which only a developer sees. */
export function renderDeveloperHint(page: PageProps, text: string): Html {
  return html`<div class="dev-detail"><h2>${getPageTranslations(page).error.developmentOnly}</h2><pre dir="ltr">${text}</pre></div>`
}
