import { html, script } from './html.js'
import { renderLayout } from './layout.js'

/** @typedef {{ id: string, deviceType: string, backedUp: boolean }} Passkey */

/**
 * @param {import('latchkey/types').Session} session
 * @param {object} account
 * @param {Awaited<ReturnType<import('./sign-in-methods.js').SignInMethods['list']>>} account.methods
 * @param {Passkey[]} account.passkeys
 * @param {boolean} account.canRemovePasskey
 * @param {import('latchkey/two-factor').TwoFactorStatus | null} account.secondFactor Null if the feature is off.
 * @param {readonly import('latchkey/server').ListedSession[]} account.sessions Empty if the feature is off.
 */
export function renderAccountPage(session, { methods, passkeys, canRemovePasskey, secondFactor, sessions }) {
  const { name, email } = session.user ?? {}
  return renderLayout(
    { title: 'Your account', path: '/account', session },
    html`
      <h1>Your account</h1>
      <p>${[name, email].filter(Boolean).join(', ')}</p>
      <div class="actions"><a class="button" href="/auth/account?callbackUrl=/account">Manage your account</a></div>
      <section class="card">
        <h2>How you sign in</h2>
        <ul class="rows">
          ${renderPasswordRow(methods)}
          ${renderEmailRow(methods)}
          ${renderHarborRow(methods)}
        </ul>
      </section>
      <section class="card">
        <h2>Passkeys</h2>
        <p>Sign in with your fingerprint, your face or your screen lock.</p>
        <ul class="rows">${passkeys.map((passkey, index) => renderPasskey(passkey, { index, canRemovePasskey }))}</ul>
        ${passkeyForm}
      </section>
      ${secondFactor && renderSecondFactor(secondFactor)}
      ${sessions.length > 0 && renderSessions(sessions)}`,
  )
}

function renderRow(title, details, action) {
  return html`<li class="row"><div><b>${title}</b><p>${details}</p></div>${action}</li>`
}

function renderPasswordRow({ hasPassword }) {
  const label = hasPassword ? 'Change password' : 'Set a password'
  const action = html`<a href="/auth/passwords/change?callbackUrl=/account">${label}</a>`
  return renderRow('Password', hasPassword ? 'You can sign in with a password' : 'Not set', action)
}

function renderEmailRow({ email }) {
  if (email) return renderRow('Email', `A link or a code to ${email}`)
  const action = html`<a href="/auth/passwords/send-confirmation?callbackUrl=/account">Confirm it</a>`
  return renderRow('Email', 'Your email address is not confirmed', action)
}

/** The sign-in page of a signed-in user lists the accounts that can be added. */
function renderHarborRow({ accounts }) {
  if (accounts.includes('harbor')) return renderRow('Harbor', 'Your Harbor account is connected')
  return renderRow('Harbor', 'Not connected', html`<a href="/auth/signin?callbackUrl=/account">Connect</a>`)
}

const places = { singleDevice: 'On one device', multiDevice: 'On all your devices' }

/** @param {Passkey} passkey */
function renderPasskey({ id, deviceType, backedUp }, { index, canRemovePasskey }) {
  const details = `${places[deviceType] ?? 'On a device'}, ${backedUp ? 'with a backup' : 'without a backup'}`
  const action = canRemovePasskey
    ? html`<form method="post"><button class="link" name="remove" value="${id}">Remove</button></form>`
    : html`<span>Your last sign-in method</span>`
  return html`<li class="row" data-passkey="${id}">
    <div><b>Passkey ${index + 1}</b><p>${details}</p></div>${action}
  </li>`
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
  <noscript><p>To add a passkey, turn on JavaScript.</p></noscript>
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

/** @param {import('latchkey/two-factor').TwoFactorStatus} status */
function renderSecondFactor({ isEnabled, recoveryCodes, devices }) {
  const details = isEnabled
    ? `On: an authenticator app. Recovery codes left: ${recoveryCodes}. Remembered browsers: ${devices}.`
    : 'Off. With an authenticator app, a stolen password is not enough to sign in.'
  const label = isEnabled ? 'Change it' : 'Set up an authenticator app'
  return html`
    <section class="card">
      <h2>Two-factor authentication</h2>
      <p>${details}</p>
      <div class="actions"><a class="button" href="/auth/two-factor/manage">${label}</a></div>
    </section>`
}

/** @param {readonly import('latchkey/server').ListedSession[]} sessions */
function renderSessions(sessions) {
  return html`
    <section class="card">
      <h2>Where you are signed in</h2>
      <form method="post">
        <ul class="rows">${sessions.map(renderSession)}</ul>
        ${sessions.length > 1 && html`<div class="actions"><button class="button" name="endOthers">Sign out everywhere else</button></div>`}
      </form>
    </section>`
}

const methodNames = {
  passwords: 'with a password',
  link: 'with a magic link',
  code: 'with a one-time code',
  passkey: 'with a passkey',
  harbor: 'with Harbor',
}

/** @param {import('latchkey/server').ListedSession} session */
function renderSession({ id, isCurrent, device, ipPrefix, method, lastSeenAt }) {
  const used = lastSeenAt?.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  const details = [
    `Signed in ${methodNames[method] ?? ''}`,
    used && `last used ${used}`,
    ipPrefix && `network ${ipPrefix}`,
  ]
  const action = isCurrent
    ? html`<span>This browser</span>`
    : html`<button class="link" name="end" value="${id}">Sign out</button>`
  return renderRow(device ?? 'Unknown browser', details.filter(Boolean).join(', '), action)
}
