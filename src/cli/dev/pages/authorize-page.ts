import { type Html, html } from '../../../pages/html.js'
import type { ProviderUser } from '../../../testing/provider/user.js'
import { failures } from '../openid/failures.js'
import { testUsers } from '../openid/users.js'
import { renderPage } from './layout.js'

/** The state of the page. */
interface AuthorizePageProps {
  /** The parameters of a valid authorization request. */
  readonly params: URLSearchParams
  /** What is wrong with the form. */
  readonly fault: string | null
  /** What was typed into the form. */
  readonly form?: URLSearchParams
}

/** Renders the page on which the developer chooses who signs in, or what goes wrong. Each form is posted to the URL of the page. */
export function renderAuthorizePage({ params, fault, form }: AuthorizePageProps): Response {
  const { host } = new URL(params.get('redirect_uri') ?? '')
  const typed = form ?? new URLSearchParams({ email: params.get('login_hint') ?? '', email_verified: 'on' })
  return renderPage({
    title: 'Sign in',
    status: fault === null ? 200 : 400,
    // Chromium applies this to the redirects after the form, too.
    formAction: "'self' http: https:",
    content: html`
<div class="narrow">
<h1>Sign in</h1>
<p>to <bdi>${host}</bdi> as client <code>${params.get('client_id')}</code>. No password is needed.</p>
<section class="card">
<h2>Choose a user</h2>
<form method="post" class="choices">${testUsers.map(renderUser)}</form>
</section>
<section class="card">
<h2>Another user</h2>
${fault !== null && html`<p class="error" role="alert">${fault}</p>`}
${renderUserForm(typed)}
</section>
<section class="card">
<h2>Let the sign-in fail</h2>
<p>See how your app shows an error.</p>
<form method="post" class="choices">${failures.map(
      ({ id, title, text }) =>
        html`<button name="failure" value="${id}"><b>${title}</b> <span>${text}</span></button>`,
    )}</form>
</section>
<details class="card"><summary>The authorization request</summary>
<dl>${[...params].map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
</details>
</div>`,
  })
}

function renderUser({ sub, name, email, email_verified, groups }: ProviderUser): Html {
  const details = [
    email ?? 'no email address',
    ...(email && !email_verified ? ['unverified'] : []),
    ...(Array.isArray(groups) ? [`groups ${groups.join(', ')}`] : []),
  ]
  return html`<button name="user" value="${sub}"><b>${name}</b> <span>${details.join(', ')}</span></button>`
}

function renderUserForm(typed: URLSearchParams): Html {
  return html`<form method="post">
<label>Email address <input name="email" type="email" value="${typed.get('email')}" autocomplete="off"></label>
<label class="check"><input name="email_verified" type="checkbox"${typed.has('email_verified') && html` checked`}> The email address is verified</label>
<label>Name <input name="name" value="${typed.get('name')}" autocomplete="off"></label>
<label>Groups, separated by commas <input name="groups" value="${typed.get('groups')}" autocomplete="off"></label>
<label>More claims, as a JSON object <textarea name="claims" rows="3" spellcheck="false">${typed.get('claims')}</textarea></label>
<div class="actions"><button class="primary">Sign in</button></div>
</form>`
}
