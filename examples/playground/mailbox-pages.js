import { html } from './html.js'
import { renderLayout } from './layout.js'

/**
 * @typedef {import('latchkey/types').Session | null} Session
 * @typedef {import('./mail-server.js').Email} Email
 */

/**
 * @param {Session} session
 * @param {Email[]} emails Newest first.
 */
export function renderMailboxPage(session, emails) {
  return renderLayout(
    { title: 'Mailbox', path: '/mailbox', session },
    html`
      <h1>Mailbox</h1>
      <p>Emails to any recipient arrive here. Nothing leaves this machine.</p>
      ${emails.length === 0 && html`<p class="empty">No emails yet. <a href="/auth/passwords/sign-up?callbackUrl=/notes">Sign up</a>, and one arrives.</p>`}
      ${emails.map(
        email => html`
          <div class="card email">
            <h2><a href="/mailbox?email=${email.id}">${email.subject}</a></h2>
            ${renderEnvelope(email)}
            ${renderLinkOrCode(email)}
          </div>`,
      )}`,
  )
}

/**
 * Renders an email in a sandboxed frame without scripts, external resources and forms, because its sender is not trusted.
 * Links open in a new tab.
 *
 * @param {Session} session
 * @param {Email} email
 */
export function renderEmailPage(session, email) {
  const content = `<base target="_blank">${email.html}`
  return renderLayout(
    { title: email.subject, path: '/mailbox', session },
    html`
      <div class="card email">
        <h1>${email.subject}</h1>
        ${renderEnvelope(email)}
        ${renderLinkOrCode(email)}
        <iframe title="Email" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${content}"></iframe>
        <p><a href="/mailbox">All emails</a></p>
      </div>`,
  )
}

/** @param {Email} email */
function renderEnvelope({ to, date }) {
  const at = html`<time datetime="${date.toISOString()}">${date.toLocaleTimeString('en-GB')}</time>`
  return html`<p>To ${to}, ${at}</p>`
}

/** @param {Email} email */
function renderLinkOrCode({ link, code }) {
  return html`
    ${link && html`<div class="actions"><a class="button" href="${link}">Open the link</a></div>`}
    ${code && html`<p>The code is <code class="one-time">${code}</code></p>`}`
}
