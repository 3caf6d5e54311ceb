import { renderDocument } from '../../pages/document.js'
import { type Html, html } from '../../pages/html.js'
import { renderMonogram } from '../../pages/oauth-button.js'
import type { ProviderUser } from './user.js'

/** The provider as its pages show it. */
interface ProviderPageProps {
  readonly issuer: string
  readonly users: readonly ProviderUser[]
}

/** One button for each person who has an account, and one to refuse. The form comes back to where it was shown. */
export function renderAccountChooser(props: ProviderPageProps, params: URLSearchParams): Promise<Response> {
  const { host } = new URL(params.get('redirect_uri') ?? '')
  const card = html`<div class="card">
<div class="intro">
<h1>Who are you?</h1>
<p class="lead">Sign in to <bdi>${host}</bdi> as</p>
</div>
<form method="POST">
<div class="providers">${props.users.map(renderUserButton)}</div>
<div class="separator">or</div>
<button type="submit" class="button" name="deny" value="true">Refuse</button>
</form>
<p class="message hint">A provider for tests: it asks for no password.</p>
</div>`
  return renderPage(props, { title: 'Test provider', card, status: 200 })
}

function renderUserButton({ sub, name, email }: ProviderUser): Html {
  const [first = sub, second] = [name, email].filter(text => text)
  return html`<button type="submit" class="button" name="user" value="${sub}">
${renderMonogram({ name: first, style: {} })}
<span>${first}${second && html`<br><small>${second}</small>`}</span>
</button>`
}

/** Where a visitor must not be sent back, because nobody can say where to. */
export function renderErrorPage(props: ProviderPageProps, reason: string): Promise<Response> {
  const card = html`<div class="card">
<h1>That did not work</h1>
<p class="message">${reason}</p>
</div>`
  return renderPage(props, { title: 'Test provider: wrong request', card, status: 400 })
}

interface PageContent {
  readonly title: string
  readonly card: Html
  readonly status: number
}

async function renderPage({ issuer }: ProviderPageProps, content: PageContent): Promise<Response> {
  const pageProps = { theme: {}, origin: new URL(issuer).origin, authUrl: issuer }
  const { headers = {}, body } = await renderDocument(pageProps, { name: 'signin', ...content })
  return new Response(String(body), { status: content.status, headers: { ...headers } })
}
