import { html, script } from './html.js'
import { renderLayout } from './layout.js'

/** @typedef {{ id: string, deviceType: string, backedUp: 0 | 1 }} Passkey */

/**
 * @param {import('latchkey/types').Session} session
 * @param {object} account
 * @param {{ provider: string, type: string, id: string | null }[]} account.waysIn All but the passkeys.
 * @param {Passkey[]} account.passkeys
 * @param {'jwt' | 'database'} account.strategy
 */
export function renderAccountPage(session, { waysIn, passkeys, strategy }) {
  const places = { jwt: 'in an encrypted cookie', database: 'in the database' }
  return renderLayout(
    { title: 'Your account', here: '/account', session },
    html`
      <div class="card">
        <h1>${session.user?.name ?? 'Your account'}</h1>
        <p>${session.user?.email}</p>
        <div class="actions"><a class="button" href="/auth/signout?callbackUrl=/">Sign out</a></div>
      </div>
      <div class="card">
        <h2>Your ways in</h2>
        <table>
          <tr><th>Provider<th>Type<th>Who you are there</tr>
          ${waysIn.map(({ provider, type, id }) => html`<tr><td>${provider}<td>${type}<td class="long">${id ?? '–'}</tr>`)}
          ${passkeys.length > 0 && html`<tr><td>passkey<td>webauthn<td>below</tr>`}
        </table>
      </div>
      <div class="card">
        <h2>Your passkeys</h2>
        ${passkeys.length > 0 && renderPasskeyTable(passkeys, waysIn.length + passkeys.length > 1)}
        ${passkeyForm}
      </div>
      <div class="card">
        <h2>Your session</h2>
        <pre>${JSON.stringify(session, null, 2)}</pre>
        <p>It lies ${places[strategy]}; <code>STRATEGY=${strategy === 'jwt' ? 'database' : 'jwt'}</code> is the other way.
          This is what the server sees. A browser sees less: <a href="/auth/session">/auth/session</a>.</p>
      </div>`,
  )
}

const devices = { singleDevice: 'one device', multiDevice: 'any device of yours' }

/**
 * @param {Passkey[]} passkeys
 * @param {boolean} removable There is another way in.
 */
function renderPasskeyTable(passkeys, removable) {
  return html`<table>
    <tr><th>Passkey<th>Works on<th>Backed up<th></tr>
    ${passkeys.map(
      ({ id, deviceType, backedUp }) => html`<tr>
        <td><code title="${id}">${id.slice(0, 8)}…</code>
        <td>${devices[deviceType] ?? deviceType}
        <td>${backedUp ? 'yes' : 'no'}
        <td>${
          removable
            ? html`<form method="post"><button class="link" name="remove" value="${id}">Remove</button></form>`
            : 'your last way in'
        }
      </tr>`,
    )}
  </table>`
}

/** Asks Latchkey for options, the browser for a passkey, and hands it in. */
const passkeyForm = html`
  <form id="add-passkey" action="/auth/callback/passkey" method="post" hidden>
    <input type="hidden" name="action" value="register">
    <input type="hidden" name="callbackUrl" value="/account">
    <input type="hidden" name="data">
    <div class="actions"><button class="button">Add a passkey</button></div>
    <div class="notice alarm" role="alert" hidden>No passkey was made. Does this device have one already?</div>
  </form>
  ${script(`
    const form = document.querySelector('#add-passkey')
    form.hidden = !window.PublicKeyCredential?.parseCreationOptionsFromJSON
    form.addEventListener('submit', async event => {
      event.preventDefault()
      try {
        const answer = await fetch('/auth/webauthn-options/passkey?action=register')
        const { options } = await answer.json()
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
        form.elements.data.value = JSON.stringify(await navigator.credentials.create({ publicKey }))
        form.submit()
      } catch {
        form.querySelector('[role=alert]').hidden = false
      }
    })`)}`
