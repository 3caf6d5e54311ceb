import { document } from '../../pages/document.js'
import { type Html, html } from '../../pages/html.js'
import { monogram } from '../../pages/oauth-button.js'
import type { ProviderUser } from './user.js'

/** The provider as its pages show it. */
interface House {
  readonly issuer: string
  readonly users: readonly ProviderUser[]
}

/** One button for each person who has an account, and one to refuse. The form comes back to where it was shown. */
export function peoplePage(house: House, asked: URLSearchParams): Promise<Response> {
  const { host } = new URL(asked.get('redirect_uri') ?? '')
  const card = html`<div class="card">
<div class="intro">
<h1>Who are you?</h1>
<p class="lead">Sign in to <bdi>${host}</bdi> as</p>
</div>
<form method="POST">
<div class="providers">${house.users.map(button)}</div>
<div class="separator">or</div>
<button type="submit" class="button" name="deny" value="true">Refuse</button>
</form>
<p class="message hint">A provider for tests: it asks for no password.</p>
</div>`
  return page(house, { title: 'Test provider', card, status: 200 })
}

function button({ sub, name, email }: ProviderUser): Html {
  const [first = sub, second] = [name, email].filter(text => text)
  return html`<button type="submit" class="button" name="user" value="${sub}">
${monogram({ name: first, style: {} })}
<span>${first}${second && html`<br><small>${second}</small>`}</span>
</button>`
}

/** Where a visitor must not be sent back, because nobody can say where to. */
export function refusalPage(house: House, reason: string): Promise<Response> {
  const card = html`<div class="card">
<h1>That did not work</h1>
<p class="message">${reason}</p>
</div>`
  return page(house, { title: 'Test provider: wrong request', card, status: 400 })
}

interface Sheet {
  readonly title: string
  readonly card: Html
  readonly status: number
}

async function page({ issuer }: House, sheet: Sheet): Promise<Response> {
  const frame = { theme: {}, origin: new URL(issuer).origin, base: issuer }
  const { headers = {}, body } = await document(frame, { name: 'signin', ...sheet })
  return new Response(String(body), { status: sheet.status, headers: { ...headers } })
}
