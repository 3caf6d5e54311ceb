import { html } from './html.js'
import { renderLayout } from './layout.js'

/** @typedef {import('latchkey/types').Session | null} Session */

/** @param {Session} session */
export function renderHomePage(session) {
  const name = session?.user?.name ?? session?.user?.email
  return renderLayout(
    { title: 'Latchkey playground', here: '/', session },
    html`
      <div class="card">
        <h1>${session ? html`Hello, ${name}` : 'Nobody is signed in'}</h1>
        <p>This is a small app that signs people in with Latchkey. Everything in it runs on this machine.</p>
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
          <li>Sign in with <b>Harbor</b>, a real OpenID provider that runs beside this app:
            <code>grace@example.com</code>, password <code>latchkey-demo</code>.</li>
          <li>Sign out, then sign in with a <b>link by mail</b>: type any address, and find the mail in
            the <a href="/mailbox">mailbox</a>. Paste its link into another browser: a button comes first.</li>
          <li>Sign in with a <b>code by mail</b>. Type a wrong one before.</li>
          <li>Add a <b>passkey</b> on <a href="/account">your account</a>, sign out, and sign in with it.</li>
          <li>Sign in with a <b>password</b>: <code>ada@example.com</code>, <code>latchkey-demo</code>. Type a wrong one.</li>
          <li>Open the <a href="/protected">protected page</a> while signed out; afterwards you land there.</li>
          <li>Press Cancel at Harbor. Or sign in there as <code>ada@example.com</code>: she has a password here, and an
            address alone proves nothing, so Latchkey does not let Harbor’s Ada in as ours.</li>
          <li>Stop the server and start it again. You are still signed in.</li>
        </ol>
      </div>`,
  )
}

/** @param {Session} session */
export function renderProtectedPage(session) {
  return renderLayout(
    { title: 'Protected page', here: '/protected', session },
    html`
      <div class="card">
        <h1>The protected page</h1>
        <p>Only those who are signed in can read this. You can: you are ${session?.user?.email}.</p>
      </div>`,
  )
}

/** @param {string} text */
export function renderErrorPage(text) {
  return renderLayout(
    { title: text, here: '', session: null },
    html`<div class="card"><h1>${text}</h1><div class="actions"><a class="button" href="/">Back</a></div></div>`,
  )
}
