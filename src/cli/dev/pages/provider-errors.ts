import { html } from '../../../pages/html.js'
import { renderPage } from './layout.js'

/** Renders the page for a request that must not be redirected, because its redirect URI is not allowed or not known. */
export function renderErrorPage(faults: readonly string[]): Response {
  return renderPage({
    title: 'Invalid request',
    status: 400,
    content: html`<div class="narrow"><section class="card"><h1>Invalid request</h1>
<ul>${faults.map(fault => html`<li>${fault}</li>`)}</ul></section></div>`,
  })
}

/** Renders the page after a sign-out that names no page to return to. */
export function renderSignedOutPage(): Response {
  return renderPage({
    title: 'Signed out',
    content: html`<div class="narrow"><section class="card"><h1>You are signed out</h1>
<p>The next sign-in shows the list of users.</p></section></div>`,
  })
}
