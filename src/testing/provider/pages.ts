import { createLoader } from '../../base/cache.js'
import { type Html, html } from '../../pages/html.js'
import type { ProviderUser } from './user.js'

/** Loaded on demand, because a bundler would split the pages of an app for a second module that imports them. */
const loadPages = createLoader(() => import('../../pages/index.js'))

/** The properties of the provider's pages. */
interface ProviderPageProps {
  readonly issuer: string
  readonly users: readonly ProviderUser[]
}

/** Renders one button per user and one to deny access. The form is posted to the page's URL. */
export async function renderAccountChooser(
  props: ProviderPageProps,
  params: URLSearchParams,
): Promise<Response> {
  const { renderMonogram } = await loadPages()
  const { host } = new URL(params.get('redirect_uri') ?? '')
  const card = html`<div class="card">
<div class="intro">
<h1>Choose an account</h1>
<p class="lead">Sign in to <bdi>${host}</bdi> as</p>
</div>
<form method="POST">
<div class="providers">${props.users.map(user => renderUserButton(user, renderMonogram({ name: getFirstLine(user), style: {} })))}</div>
<div class="separator">or</div>
<button type="submit" class="button" name="deny" value="true">Deny</button>
</form>
<p class="message hint">This is a test provider. It does not require a password.</p>
</div>`
  return await renderPage(props, { title: 'Test provider', card, status: 200 })
}

function renderUserButton(user: ProviderUser, monogram: Html): Html {
  const { name, email } = user
  return html`<button type="submit" class="button" name="user" value="${user.sub}">
${monogram}
<span>${getFirstLine(user)}${name && email && html`<br><small>${email}</small>`}</span>
</button>`
}

function getFirstLine({ sub, name, email }: ProviderUser): string {
  return name || email || sub
}

/** Renders the page for an error that must not be redirected, because the redirect URI is not verified. */
export function renderErrorPage(props: ProviderPageProps, reason: string): Promise<Response> {
  const card = html`<div class="card">
<h1>Invalid request</h1>
<p class="message">${reason}</p>
</div>`
  return renderPage(props, { title: 'Test provider: invalid request', card, status: 400 })
}

interface PageContent {
  readonly title: string
  readonly card: Html
  readonly status: number
}

async function renderPage({ issuer }: ProviderPageProps, content: PageContent): Promise<Response> {
  const { renderDocument } = await loadPages()
  const pageProps = { theme: {}, origin: new URL(issuer).origin, authUrl: issuer }
  const { headers = {}, body } = await renderDocument(pageProps, { name: 'signin', ...content })
  return new Response(String(body), { status: content.status, headers: { ...headers } })
}
