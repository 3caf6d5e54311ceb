import { html } from '../../../pages/html.js'
import { formatProviders, formatVariables, type Variables } from '../app-environment.js'
import { renderCopyButton, renderPage } from './layout.js'

/** What the page shows. */
export interface SetupPageProps {
  readonly variables: Variables
  readonly providers: readonly string[]
  readonly startsApp: boolean
}

/** Renders the variables and the configuration of the app. */
export function renderSetupPage({ variables, providers, startsApp }: SetupPageProps): Response {
  const lines = formatVariables(variables)
  const snippet = formatProviders(providers)
  return renderPage({
    title: 'Set up',
    path: '/',
    content: html`
<h1>Set up</h1>
<section class="card">
<div class="heading"><h2>Variables</h2>${renderCopyButton(lines, 'Copy the variables')}</div>
<p>${startsApp ? 'Your app was started with them.' : html`Add them to <code>.env.local</code> and restart your app. Or let this server start it: <code class="command">npx latchkey dev -- npm run dev</code>`}</p>
<pre tabindex="0">${lines}</pre>
</section>
<section class="card">
<div class="heading"><h2>Configuration</h2>${renderCopyButton(snippet, 'Copy the configuration')}</div>
<p>An app with a provider of its own needs no change: with <code class="command">npx latchkey dev --provider google</code>, "Sign in with
Google" leads to this server.</p>
<pre tabindex="0">${snippet}</pre>
</section>
<section class="card">
<h2>For scripts and tests</h2>
<dl>
<dt><code>GET /mail.json?to=ada@example.com&amp;limit=1</code></dt><dd>The newest email, with its links and codes</dd>
<dt><code>DELETE /mail.json</code></dt><dd>Deletes all emails</dd>
<dt><code>POST /clock.json</code> with <code>{"add": 3600}</code> or <code>{"offset": 0}</code></dt><dd>Moves the clock, in seconds</dd>
</dl>
</section>`,
  })
}
