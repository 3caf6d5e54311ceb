import type { Result } from '../types/wire.js'
import { document, type Frame, hostOf, onward, textsOf } from './document.js'
import { field, hiddenFields } from './field.js'
import { type Html, html } from './html.js'
import { icon } from './icon.js'
import { fill } from './texts.js'

/** What the page shows while a mail is on its way. */
export interface VerifyRequestPage extends Frame {
  /** Present where the mail brings a code, which is typed here. */
  readonly code?: CodeForm | null
}

interface CodeForm {
  /** The id of the provider that sent it. */
  readonly provider: string
  /** Null when the check is off. */
  readonly csrfToken: string | null
  readonly callbackUrl: string
  /** The one that was typed before was wrong. */
  readonly isWrong: boolean
}

/** A sign-in mail is on its way. */
export function verifyRequestPage(page: VerifyRequestPage): Promise<Result> {
  const words = textsOf(page).verifyRequest
  const card = html`<div class="card">
<div class="emblem">${icon('envelope')}</div>
<h1>${words.heading}</h1>
<div class="message">
<p>${page.code ? words.codeMessage : words.message}</p>
<p class="hint">${words.hint}</p>
</div>
${page.code && codeForm(page, page.code)}
<p class="aside"><a class="site" href="${page.origin}">${fill(words.site, { host: hostOf(page) })}</a></p>
</div>`
  return document(page, { name: 'verify-request', title: words.title, card })
}

function codeForm(page: Frame, code: CodeForm): Html {
  const words = textsOf(page).verifyRequest
  const input = field({
    key: 'token',
    providerId: code.provider,
    label: words.codeLabel,
    attributes: {
      type: 'text',
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      required: true,
      autofocus: true,
      dir: 'ltr',
      ...(code.isWrong && { 'aria-describedby': 'error', 'aria-invalid': 'true' }),
    },
  })
  return html`${code.isWrong && alarm(words.codeError)}
<div class="provider"><form action="${onward(page, `/callback/${code.provider}`)}" method="POST">
${hiddenFields(code)}
${input}
<button id="submitButton" type="submit" class="button primary"><span>${words.codeButton}</span></button>
</form></div>`
}

function alarm(text: string): Html {
  return html`<div class="error notice" id="error" role="alert">
${icon('alert')}
<p>${text}</p>
</div>`
}
