import { html } from './html.js'
import { style } from './style.js'

/** @typedef {import('latchkey/types').Session | null} Session */

/** @param {Session} session */
export function homePage(session) {
  const name = session?.user?.name ?? session?.user?.email
  return layout(
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
          <li>Sign out, then sign in with a <b>password</b>: <code>ada@example.com</code>, <code>latchkey-demo</code>.</li>
          <li>Type a wrong password. Press Cancel at Harbor.</li>
          <li>Open the <a href="/protected">protected page</a> while signed out; afterwards you land there.</li>
          <li>Sign in at Harbor as <code>ada@example.com</code>. She has a password here, and an address alone proves
            nothing: Latchkey does not let Harbor’s Ada in as ours.</li>
          <li>Stop the server and start it again. You are still signed in.</li>
        </ol>
      </div>`,
  )
}

/** @param {Session} session */
export function protectedPage(session) {
  return layout(
    { title: 'Protected page', here: '/protected', session },
    html`
      <div class="card">
        <h1>The protected page</h1>
        <p>Only those who are signed in can read this. You can: you are ${session?.user?.email}.</p>
      </div>`,
  )
}

/**
 * @param {Session} session
 * @param {{ provider: string, type: string, id: string | null }[]} waysIn
 * @param {'jwt' | 'database'} strategy
 */
export function accountPage(session, waysIn, strategy) {
  const places = { jwt: 'in an encrypted cookie', database: 'in the database' }
  return layout(
    { title: 'Your account', here: '/account', session },
    html`
      <div class="card">
        <h1>${session?.user?.name ?? 'Your account'}</h1>
        <p>${session?.user?.email}</p>
        <div class="actions"><a class="button" href="/auth/signout?callbackUrl=/">Sign out</a></div>
      </div>
      <div class="card">
        <h2>Your ways in</h2>
        <table>
          <tr><th>Provider<th>Type<th>Who you are there</tr>
          ${waysIn.map(({ provider, type, id }) => html`<tr><td>${provider}<td>${type}<td>${id ?? '–'}</tr>`)}
        </table>
      </div>
      <div class="card">
        <h2>Your session</h2>
        <pre>${JSON.stringify(session, null, 2)}</pre>
        <p>It lies ${places[strategy]}; <code>STRATEGY=${strategy === 'jwt' ? 'database' : 'jwt'}</code> is the other way.
          This is what the server sees. A browser sees less: <a href="/auth/session">/auth/session</a>.</p>
      </div>`,
  )
}

/** @param {string} text */
export function problemPage(text) {
  return layout(
    { title: text, here: '', session: null },
    html`<div class="card"><h1>${text}</h1><div class="actions"><a class="button" href="/">Back</a></div></div>`,
  )
}

const links = Object.entries({ '/': 'Home', '/protected': 'Protected', '/account': 'Account' })

function layout({ title, here, session }, content) {
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
