import { html } from './html.js'
import { style } from './style.js'

const links = Object.entries({
  '/': 'Home',
  '/protected': 'Protected',
  '/account': 'Account',
  '/mailbox': 'Mailbox',
})

/**
 * A page of the app.
 *
 * @param {object} page
 * @param {string} page.title
 * @param {string} page.here Its path, or nothing for a page without one.
 * @param {import('latchkey/types').Session | null} page.session
 * @param {unknown} content
 */
export function renderLayout({ title, here, session }, content) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>${title}</title>
        ${style}
      </head>
      <body>
        <header>
          <strong>Latchkey playground</strong>
          ${links.map(
            ([path, name]) =>
              html`<a class="quiet" href="${path}" ${path === here && html`aria-current="page"`}>${name}</a>`,
          )}
          ${here && html`<span class="who ${session && 'in'}">${session ? session.user?.email : 'Signed out'}</span>`}
        </header>
        <main>${content}</main>
      </body>
    </html>`
}
