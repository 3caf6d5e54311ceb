import { html, script } from './html.js'
import { renderLayout } from './layout.js'

/** @typedef {{ id: string, deviceType: string, backedUp: boolean }} Passkey */

/**
 * @param {import('latchkey/types').Session} session
 * @param {object} account
 * @param {{ provider: string, type: string, id: string | null }[]} account.methods All sign-in methods except passkeys.
 * @param {Passkey[]} account.passkeys
 * @param {'jwt' | 'database'} account.strategy
 * @param {import('latchkey/two-factor').TwoFactorStatus | null} account.secondFactor Null if the feature is off.
 * @param {readonly import('latchkey/server').ListedSession[]} account.sessions Empty if the feature is off.
 */
export function renderAccountPage(session, { methods, passkeys, strategy, secondFactor, sessions }) {
  const storage = { jwt: 'in an encrypted cookie', database: 'in the database' }
  return renderLayout(
    { title: 'Your account', path: '/account', session },
    html`
      <div class="card">
        <h1>${session.user?.name ?? 'Your account'}</h1>
        <p>${session.user?.email}</p>
        <div class="actions"><a class="button" href="/auth/signout?callbackUrl=/">Sign out</a></div>
      </div>
      <div class="card">
        <h2>Your sign-in methods</h2>
        <table>
          <tr><th>Provider<th>Type<th>Account</tr>
          ${methods.map(({ provider, type, id }) => html`<tr><td>${provider}<td>${type}<td class="long">${id ?? '–'}</tr>`)}
          ${passkeys.length > 0 && html`<tr><td>passkey<td>webauthn<td>see below</tr>`}
        </table>
      </div>
      <div class="card">
        <h2>Your passkeys</h2>
        ${passkeys.length > 0 && renderPasskeyTable(passkeys, methods.length + passkeys.length > 1)}
        ${passkeyForm}
      </div>
      ${secondFactor && renderSecondFactor(secondFactor)}
      ${sessions.length > 0 && renderSessions(sessions)}
      <div class="card">
        <h2>Your session</h2>
        <pre>${JSON.stringify(session, null, 2)}</pre>
        <p>The session is stored ${storage[strategy]}. Set <code>STRATEGY=${strategy === 'jwt' ? 'database' : 'jwt'}</code> to change that.
          The server sees these fields. The browser sees fewer: <a href="/auth/session">/auth/session</a>.</p>
      </div>`,
  )
}

function renderSecondFactor({ isEnabled, recoveryCodes, devices }) {
  return html`
    <div class="card">
      <h2>Your second factor</h2>
      <p>${isEnabled ? `An authenticator app, ${recoveryCodes} recovery codes, ${devices} remembered browsers.` : 'None.'}</p>
      <div class="actions">
        <a class="button" href="/auth/two-factor/manage">${isEnabled ? 'Change it' : 'Set up an authenticator app'}</a>
      </div>
    </div>`
}

/** @param {readonly import('latchkey/server').ListedSession[]} sessions */
function renderSessions(sessions) {
  return html`
    <div class="card">
      <h2>Where you are signed in</h2>
      <form method="post">
        <table>
          <tr><th>Browser<th>Network<th>Method<th>Last used<th></tr>
          ${sessions.map(renderSessionRow)}
        </table>
        ${sessions.length > 1 && html`<div class="actions"><button class="button" name="endOthers">Sign out everywhere else</button></div>`}
      </form>
    </div>`
}

function renderSessionRow({ id, isCurrent, device, ipPrefix, method, lastSeenAt }) {
  return html`<tr>
    <td>${device ?? 'unknown'}
    <td>${ipPrefix ?? 'unknown'}
    <td>${method ?? 'unknown'}
    <td>${lastSeenAt?.toISOString().slice(0, 16).replace('T', ' ') ?? 'unknown'}
    <td>${isCurrent ? 'this browser' : html`<button class="link" name="end" value="${id}">Sign out</button>`}
  </tr>`
}

const devices = { singleDevice: 'one device', multiDevice: 'all your devices' }

/**
 * @param {Passkey[]} passkeys
 * @param {boolean} removable Whether there is another sign-in method.
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
            : 'your last sign-in method'
        }
      </tr>`,
    )}
  </table>`
}

/** Requests the options from Latchkey, creates a passkey in the browser and submits it. */
const passkeyForm = html`
  <form id="add-passkey" action="/auth/callback/passkey" method="post" hidden>
    <input type="hidden" name="action" value="register">
    <input type="hidden" name="callbackUrl" value="/account">
    <input type="hidden" name="data">
    <div class="actions"><button class="button">Add a passkey</button></div>
    <div class="notice error" role="alert" hidden>The passkey was not created. Does this device already have one?</div>
  </form>
  ${script(`
    const form = document.querySelector('#add-passkey')
    form.hidden = !window.PublicKeyCredential?.parseCreationOptionsFromJSON
    form.addEventListener('submit', async event => {
      event.preventDefault()
      try {
        const response = await fetch('/auth/webauthn-options/passkey?action=register')
        const { options } = await response.json()
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
        form.elements.data.value = JSON.stringify(await navigator.credentials.create({ publicKey }))
        form.submit()
      } catch {
        form.querySelector('[role=alert]').hidden = false
      }
    })`)}`
