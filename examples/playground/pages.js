import { html } from './html.js'
import { renderLayout } from './layout.js'

/** @typedef {import('latchkey/types').Session | null} Session */

/** @param {Session} session */
export function renderHomePage(session) {
  const name = session?.user?.name ?? session?.user?.email
  return renderLayout(
    { title: 'Latchkey playground', path: '/', session },
    html`
      <div class="card">
        <h1>${session ? html`Hello, ${name}` : 'You are not signed in'}</h1>
        <p>This small app shows sign-in with Latchkey. Everything runs on this machine.</p>
        <div class="actions">
          ${
            session
              ? html`<a class="button primary" href="/account">Your account</a>
                  <a class="button" href="/auth/signout?callbackUrl=/">Sign out</a>`
              : html`<a class="button primary" href="/auth/signin">Sign in</a>
                  <a class="button" href="/protected">Open the protected page</a>`
          }
        </div>
      </div>
      <div class="card">
        <h2>What to try</h2>
        <ol>
          <li>Sign in with <b>Harbor</b>, a complete OpenID provider that runs next to this app:
            <code>grace@example.com</code>, password <code>latchkey-demo</code>.</li>
          <li>Sign out, then sign in with a <b>magic link</b>: enter any email address, and open the email in
            the <a href="/mailbox">mailbox</a>. Paste its link into another browser: a confirmation page appears.</li>
          <li>Sign in with a <b>one-time code</b>. Enter a wrong one first.</li>
          <li>Add a <b>passkey</b> on <a href="/account">your account</a>, sign out, and sign in with it.</li>
          <li>Sign in with a <b>password</b>: <code>ada@example.com</code>, <code>latchkey-demo</code>. Also enter a wrong one.</li>
          <li>Open the <a href="/protected">protected page</a> while signed out. After the sign-in you return to it.</li>
          <li>Press Cancel at Harbor. Or sign in there as <code>ada@example.com</code>. A user with this email already exists,
            with a password. Latchkey does not link the accounts, because the email alone is not proof.</li>
          <li>Stop the server and start it again. You are still signed in.</li>
        </ol>
      </div>`,
  )
}

/** @param {Session} session */
export function renderProtectedPage(session) {
  return renderLayout(
    { title: 'Protected page', path: '/protected', session },
    html`
      <div class="card">
        <h1>The protected page</h1>
        <p>Only signed-in users can see this page. You are signed in as ${session?.user?.email}.</p>
      </div>`,
  )
}

/** @param {string} text */
export function renderErrorPage(text) {
  return renderLayout(
    { title: text, path: '', session: null },
    html`<div class="card"><h1>${text}</h1><div class="actions"><a class="button" href="/">Back</a></div></div>`,
  )
}
