import { html } from './html.js'
import { style } from './style.js'

const scopeDescriptions = {
  openid: 'your user ID',
  profile: 'your name',
  email: 'your email address',
}

const anchor = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M12 8v13m-8-8c0 5 4 8 8 8s8-3 8-8M4 13l-2 2m2-2 2.5 1.5M20 13l2 2m-2-2-2.5 1.5M8 11h8"/><circle cx="12" cy="5" r="3"/>
</svg>`

/** @param {{ email?: string, wrong?: boolean }} state */
export function renderLoginPage({ email = '', wrong = false }) {
  return renderLayout(
    'Sign in to Harbor',
    html`
      <h1>Sign in to Harbor</h1>
      <p>to continue to Fieldnotes</p>
      ${wrong && html`<div class="notice error" role="alert">The email address or password is incorrect.</div>`}
      <form method="post">
        <label>Email <input name="email" type="email" value="${email}" autocomplete="username" required autofocus></label>
        <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
        <div class="actions">
          <button class="button primary">Continue</button>
          <button class="button" name="cancel" value="yes" formnovalidate>Cancel</button>
        </div>
      </form>
      <div class="notice">Try <code>grace@example.com</code> with the password <code>latchkey-demo</code>.</div>`,
  )
}

/** @param {{ account: { name: string, email: string }, scopes: string[] }} request */
export function renderConsentPage({ account, scopes }) {
  return renderLayout(
    'Allow access?',
    html`
      <h1>Allow Fieldnotes to access your account?</h1>
      <p>Signed in as ${account.name}, ${account.email}.</p>
      <div class="notice">
        It requests:
        <ul>${scopes.filter(scope => scope in scopeDescriptions).map(scope => html`<li>${scopeDescriptions[scope]}</li>`)}</ul>
      </div>
      <form method="post">
        <div class="actions">
          <button class="button primary" autofocus>Allow</button>
          <button class="button" name="cancel" value="yes">Cancel</button>
        </div>
      </form>`,
  )
}

/**
 * @param {string} error
 * @param {string} [description]
 */
export function renderErrorPage(error, description) {
  return renderLayout(
    'Harbor: error',
    html`<h1>Something went wrong</h1><p>${description ?? 'The request is invalid.'}</p><p><code>${error}</code></p>`,
  )
}

function renderLayout(title, content) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>${title}</title>
        ${style}
      </head>
      <body class="harbor">
        <main class="narrow">
          <div class="brand">${anchor} Harbor</div>
          <div class="card">${content}</div>
        </main>
      </body>
    </html>`
}
