import { type Html, html } from '../../../pages/html.js'
import type { DevEmail } from '../mail/mailbox.js'
import { renderCopyButton, renderPage } from './layout.js'

/** Renders the list of emails, the newest first. */
export function renderMailboxPage(emails: readonly DevEmail[]): Response {
  return renderPage({
    title: 'Mailbox',
    path: '/mail',
    content: html`
<div class="heading"><h1>Mailbox</h1>${emails.length > 0 && html`<form method="post" action="/mail/delete"><button>Delete all</button></form>`}</div>
<p>Emails to any recipient arrive here. Nothing leaves this machine.</p>
<div data-newest="${emails[0]?.id ?? ''}">
${emails.length === 0 ? html`<p class="empty">No email has arrived yet.</p>` : emails.map(renderListItem)}
</div>`,
  })
}

/** Renders an email. Its HTML is in a frame of its own. */
export function renderEmailPage(email: DevEmail): Response {
  return renderPage({
    title: email.subject || 'Email',
    path: '/mail',
    content: html`
<p><a href="/mail">All emails</a></p>
<article class="card">
<h1>${email.subject || 'No subject'}</h1>
${renderEnvelope(email)}
${renderShortcuts(email)}
${email.html !== '' && html`<iframe title="HTML of the email" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/html?id=${email.id}"></iframe>`}
<h2>Text</h2>
<pre tabindex="0">${email.text || 'The email has no text part.'}</pre>
</article>`,
  })
}

/**
 * Responds with the HTML of an email. The policy makes it a page of no origin, in which scripts, forms and external resources are blocked.
 * Links open in a new tab.
 */
export function respondWithEmailHtml({ html: content }: DevEmail): Response {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; " +
    'sandbox allow-popups allow-popups-to-escape-sandbox'
  return new Response(`<!doctype html><meta charset="utf-8"><base target="_blank">${content}`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Renders the page for an email that was deleted. */
export function renderMissingEmailPage(): Response {
  return renderPage({
    title: 'No such email',
    path: '/mail',
    status: 404,
    content: html`<h1>No such email</h1><p>It was deleted. <a href="/mail">All emails</a></p>`,
  })
}

function renderListItem(email: DevEmail): Html {
  return html`<article class="card">
<h2><a href="/mail/message?id=${email.id}">${email.subject || 'No subject'}</a></h2>
${renderEnvelope(email)}
${renderShortcuts(email)}
</article>`
}

function renderEnvelope({ to, from, date }: DevEmail): Html {
  return html`<p>To <bdi>${to.join(', ')}</bdi><br>From <bdi>${from || 'no sender'}</bdi>, <time datetime="${date}">${formatTime(date)}</time></p>`
}

/** Renders the links to open and the codes to copy. */
function renderShortcuts({ links, codes }: DevEmail): Html {
  return html`
${codes.map(code => html`<div class="actions"><code class="code">${code}</code>${renderCopyButton(code, 'Copy the code')}</div>`)}
${links.map(
  link => html`<div class="actions"><a class="button primary" href="${link}" target="_blank" rel="noopener noreferrer">Open the link</a>${renderCopyButton(link, 'Copy the link')}</div>
<p class="url">${link}</p>`,
)}`
}

function formatTime(date: string): string {
  return `${date.slice(0, 10)} ${date.slice(11, 19)} UTC`
}
