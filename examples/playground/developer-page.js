import { html } from './html.js'
import { renderLayout } from './layout.js'

/**
 * Renders what a user of the product does not need: what to try, the demo accounts, the switches and the session.
 *
 * @param {import('latchkey/types').Session | null} session
 * @param {Record<string, string>} switches The value of each environment variable.
 */
export function renderDeveloperPage(session, switches) {
  return renderLayout(
    { title: 'Developer', path: '/developer', session },
    html`
      <h1>Developer</h1>
      <p>How this demo works, and what to try. The code is in <code>examples/playground</code>.</p>
      <section class="card">
        <h2>Accounts</h2>
        <ul>
          <li>Password: <code>ada@example.com</code>, <code>latchkey-demo</code></li>
          <li>Harbor: <code>grace@example.com</code>, <code>latchkey-demo</code>. Harbor is an OpenID provider that runs next to this app.</li>
          <li>Link and code: any email address. The email is in the <a href="/mailbox">mailbox</a>.</li>
        </ul>
      </section>
      <section class="card">
        <h2>What to try</h2>
        <ol>
          <li>Sign up with a password, open the link in the mailbox, and write a note. Then choose "Forgot password?".</li>
          <li>Sign in with a <b>magic link</b>. Paste it into another browser: a confirmation page appears.</li>
          <li>Sign in with a <b>one-time code</b>. Enter a wrong one first.</li>
          <li>Open <a href="/auth/account?callbackUrl=/account">the built-in account page</a>: change your name, add an email address,
            download your data.</li>
          <li>Add a <b>passkey</b> on your <a href="/account">account page</a>, sign out, and sign in with it.</li>
          <li>Set up an <b>authenticator app</b> there, then sign in with each method.</li>
          <li>Press Cancel at Harbor. Or sign in there as <code>ada@example.com</code>. A user with this email already exists,
            with a password. Latchkey does not link the accounts, because the email alone is not proof.</li>
          <li>Stop the server and start it again. You are still signed in.</li>
        </ol>
      </section>
      <section class="card">
        <h2>Switches</h2>
        <p>Set an environment variable, and start the demo again.</p>
        <ul>${Object.entries(switches).map(([name, value]) => html`<li><code>${name}=${value}</code></li>`)}</ul>
      </section>
      <section class="card">
        <h2>Session</h2>
        <pre>${session ? JSON.stringify(session, null, 2) : 'You are signed out.'}</pre>
        <p>The server sees these fields. The browser sees fewer: <a href="/auth/session">/auth/session</a>.</p>
      </section>`,
  )
}
