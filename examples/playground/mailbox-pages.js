import { html } from './html.js'
import { renderLayout } from './layout.js'

/**
 * @typedef {import('latchkey/types').Session | null} Session
 * @typedef {import('./mail-server.js').Mail} Mail
 */

/**
 * @param {Session} session
 * @param {Mail[]} mails The newest first.
 */
export function renderMailboxPage(session, mails) {
  return renderLayout(
    { title: 'Mailbox', here: '/mailbox', session },
    html`
      <div class="card">
        <h1>Mailbox</h1>
        <p>Whatever the playground sends arrives here, for every address. Nothing leaves this machine.</p>
        ${mails.length === 0 && html`<div class="notice">No mail yet. <a href="/auth/signin">Ask for a link or a code</a>.</div>`}
      </div>
      ${mails.map(
        mail => html`
          <div class="card mail">
            <h2><a href="/mailbox?mail=${mail.id}">${mail.subject}</a></h2>
            ${renderEnvelope(mail)}
            ${renderSignInMethod(mail)}
          </div>`,
      )}`,
  )
}

/**
 * One mail, in a frame in which nothing runs, nothing loads and nothing is sent: it may have come from anybody. Only
 * its links work, and they open a tab of their own.
 *
 * @param {Session} session
 * @param {Mail} mail
 */
export function renderMailPage(session, mail) {
  const letter = `<base target="_blank">${mail.html}`
  return renderLayout(
    { title: mail.subject, here: '/mailbox', session },
    html`
      <div class="card mail">
        <h1>${mail.subject}</h1>
        ${renderEnvelope(mail)}
        ${renderSignInMethod(mail)}
        <iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${letter}"></iframe>
        <p><a href="/mailbox">All mails</a></p>
      </div>`,
  )
}

/** @param {Mail} mail */
function renderEnvelope({ to, date }) {
  const at = html`<time datetime="${date.toISOString()}">${date.toLocaleTimeString('en-GB')}</time>`
  return html`<p>To ${to}, ${at}</p>`
}

/** @param {Mail} mail */
function renderSignInMethod({ link, code }) {
  return html`
    ${link && html`<div class="actions"><a class="button" href="${link}">Open the link</a></div>`}
    ${code && html`<p>The code is <code class="one-time">${code}</code></p>`}`
}
