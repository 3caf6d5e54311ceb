import { appName } from './auth.js'
import { html } from './html.js'
import { logo } from './logo.js'
import { style } from './style.js'

const visitorLinks = { '/auth/signin?callbackUrl=/notes': 'Sign in' }
const userLinks = { '/notes': 'Notes', '/account': 'Account', '/auth/signout?callbackUrl=/': 'Sign out' }
const demoLinks = { '/mailbox': 'Mailbox', '/developer': 'Developer' }

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
        <title>${path === '/' ? title : `${title} – ${appName}`}</title>
        ${style}
      </head>
      <body>
        <header>
          <a class="home" href="/">${logo} ${appName}</a>
          <nav aria-label="${appName}">${renderLinks(session ? userLinks : visitorLinks, path)}</nav>
        </header>
        <main>${content}</main>
        <footer>
          <p>A demo of Latchkey. Its emails arrive in the mailbox.</p>
          <nav aria-label="Demo">${renderLinks(demoLinks, path)}</nav>
        </footer>
      </body>
    </html>`
}

function renderLinks(links, path) {
  return Object.entries(links).map(
    ([href, name]) => html`<a href="${href}" ${href === path && html`aria-current="page"`}>${name}</a> `,
  )
}
