import { html } from './html.js'
import { style } from './style.js'

const links = Object.entries({
  '/': 'Home',
  '/protected': 'Protected',
  '/account': 'Account',
  '/mailbox': 'Mailbox',
})

/**
 * Renders a page of the app.
 *
 * @param {object} page
 * @param {string} page.title
 * @param {string} page.path The path of the page, or an empty string for error pages.
 * @param {import('latchkey/types').Session | null} page.session
 * @param {unknown} content
 */
export function renderLayout({ title, path, session }, content) {
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
            ([href, name]) =>
              html`<a class="quiet" href="${href}" ${href === path && html`aria-current="page"`}>${name}</a>`,
          )}
          ${path && html`<span class="user ${session && 'signed-in'}">${session ? session.user?.email : 'Signed out'}</span>`}
        </header>
        <main>${content}</main>
      </body>
    </html>`
}
