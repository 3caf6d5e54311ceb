import type { LambdaResponse, Session } from 'latchkey/aws-lambda'
import { type Html, html } from './html.js'
import { getCacheControl } from './test-settings.js'

const title = 'Latchkey on AWS Lambda'

export function renderHome(session: Session | null): LambdaResponse {
  const content = html`
      <h1>${title}</h1>
      <p>Hello, <strong data-testid="name">${session?.user?.name ?? 'guest'}</strong>!</p>`
  return renderPage({ session, path: '/', content })
}

export function renderProtected(session: Session | null): LambdaResponse {
  const content = html`
      <h1>Protected</h1>
      <p data-testid="protected">
        Only signed-in users can see this page. You are signed in as ${session?.user?.email ?? ''}.
      </p>`
  return renderPage({ session, path: '/protected', content })
}

export function renderAccount(session: Session): LambdaResponse {
  const content = html`
      <h1>Account</h1>
      <p data-testid="account">
        Signed in as ${session.user?.email ?? ''}. Your session expires at ${session.expires}.
      </p>`
  return renderPage({ session, path: '/account', content })
}

/** `client.js` fills in the user, and updates the session. */
export function renderClient(session: Session | null): LambdaResponse {
  const content = html`
      <h1>Session in the browser</h1>
      <p>User: <strong data-testid="client-user">…</strong></p>
      <p>Name: <strong data-testid="client-name">…</strong></p>
      <form data-testid="update-form">
        <label>New name <input name="name" maxlength="50" required data-testid="new-name"></label>
        <button data-testid="update">Update</button>
      </form>
      <script type="module" src="/client.js"></script>`
  return renderPage({ session, path: '/client', content })
}

/** The same for everyone, so caches may keep it. `cached.js` fills in the user. */
export function renderCached(): LambdaResponse {
  const content = html`
      <h1>The same page for everyone</h1>
      <p>Rendered at <span data-testid="cached-at">${new Date().toISOString()}</span>.</p>
      <p>User: <strong data-testid="client-user">…</strong></p>`
  const headers = { 'content-type': htmlType, 'cache-control': 'public, max-age=0, s-maxage=60' }
  const text = renderDocument(
    '/cached.js',
    html`<main>${content}
    </main>`,
  ).text
  return { statusCode: 200, headers, body: text }
}

export function showUser(session: Session | null): LambdaResponse {
  const headers = { 'content-type': 'application/json', 'cache-control': getCacheControl('no-store') }
  const text = JSON.stringify({ email: session?.user?.email ?? null })
  return { statusCode: 200, headers, body: text }
}

export function renderNotFound(session: Session | null, path: string): LambdaResponse {
  const content = html`
      <h1>Error</h1>
      <p data-testid="error">Page not found</p>`
  return renderPage({ session, path, content }, 404)
}

/** Latchkey responds with 503 to a session that cannot be read, and with 403 to a form of another origin. This is for all other errors. */
export function respondToError(error: unknown): LambdaResponse {
  console.error(error)
  return { statusCode: 500, body: 'Something went wrong. Please try again.' }
}

const htmlType = 'text/html; charset=utf-8'

interface PageProps {
  readonly session: Session | null
  readonly path: string
  readonly content: Html
}

function renderPage(props: PageProps, statusCode = 200): LambdaResponse {
  const headers = { 'content-type': htmlType, 'cache-control': getCacheControl('no-store') }
  return { statusCode, headers, body: renderLayout(props).text }
}

/** The header with the user, and the content. */
function renderLayout({ session, path, content }: PageProps): Html {
  return renderDocument(
    '/session.js',
    html`<header>
      <nav>
        <a href="/" data-testid="to-home">Home</a>
        <a href="/protected" data-testid="to-protected">Protected</a>
        <a href="/account" data-testid="to-account">Account</a>
        <a href="/client" data-testid="to-client">Client</a>
      </nav>
      <p>
        <span data-testid="user">${session?.user?.email ?? 'Not signed in'}</span>
        ${session ? renderSignOut() : renderSignIn(path)}
      </p>
    </header>
    <main>${content}
    </main>`,
  )
}

/** The document around each page. Pages load `latchkey/client` without a bundler, through the import map. */
function renderDocument(script: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${title}</title>
    <link rel="stylesheet" href="/style.css">
    <script type="importmap">
      { "imports": { "latchkey/client": "/latchkey/client/index.js" } }
    </script>
    <script type="module" src="${script}"></script>
  </head>
  <body>
    ${body}
  </body>
</html>
`
}

/** `session.js` enables the button when it has loaded. */
function renderSignOut(): Html {
  return html`<button type="button" data-testid="sign-out" disabled>Sign out</button>`
}

function renderSignIn(path: string): Html {
  return html`<a href="/auth/signin?callbackUrl=${encodeURIComponent(path)}" data-testid="sign-in">Sign in</a>`
}
