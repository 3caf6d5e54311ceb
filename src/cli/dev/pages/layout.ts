import { asTrustedHtml, type Html, html } from '../../../pages/html.js'

/** A page of the development server. */
export interface DevPage {
  readonly title: string
  readonly content: Html
  /** The path of the entry in the navigation. Pages of the provider have no navigation. */
  readonly path?: string
  /** @default 200 */
  readonly status?: number
  /** Where forms may lead, also by a redirect of the response. @default "'self'" */
  readonly formAction?: string
}

const navigation = { '/': 'Set up', '/mail': 'Mailbox', '/clock': 'Clock' }

/** Apart from the template: the bundler would rewrite a template that contains a closing script tag. */
const script = asTrustedHtml('<script src="/dev.js" defer></script>')

/** Renders a page that loads only the script and the stylesheet of this server, and that no other page can embed. */
export function renderPage(page: DevPage): Response {
  const { title, path, status = 200, formAction = "'self'" } = page
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – Latchkey development server</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev.css">
${script}
</head>
<body>
<header>
<p class="brand">Latchkey <span>development server</span></p>
${path && html`<nav aria-label="Pages">${Object.entries(navigation).map(([href, name]) => renderNavigationLink(href, name, path))}</nav>`}
</header>
<main>${page.content}</main>
<p id="status" role="status"></p>
</body>
</html>`
  return new Response(String(document), { status, headers: buildHeaders(formAction) })
}

function renderNavigationLink(href: string, name: string, path: string): Html {
  return href === path
    ? html`<a href="${href}" aria-current="page">${name}</a>`
    : html`<a href="${href}">${name}</a>`
}

/** Renders a button that copies a text. Browsers without JavaScript do not show it. */
export function renderCopyButton(text: string, label: string): Html {
  return html`<button type="button" class="copy" hidden data-copy="${text}">${label}</button>`
}

function buildHeaders(formAction: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    // With no-referrer, browsers would send `Origin: null` with forms.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}
