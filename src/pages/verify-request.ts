import type { Result } from '../types/wire.js'
import { document, type Frame, hostOf, textsOf } from './document.js'
import { html } from './html.js'
import { icon } from './icon.js'
import { fill } from './texts.js'

/** A sign-in mail is on its way. */
export function verifyRequestPage(page: Frame): Promise<Result> {
  const words = textsOf(page).verifyRequest
  const card = html`<div class="card">
<div class="emblem">${icon('envelope')}</div>
<h1>${words.heading}</h1>
<div class="message">
<p>${words.message}</p>
<p class="hint">${words.hint}</p>
</div>
<p class="aside"><a class="site" href="${page.origin}">${fill(words.site, { host: hostOf(page) })}</a></p>
</div>`
  return document(page, { name: 'verify-request', title: words.title, card })
}
