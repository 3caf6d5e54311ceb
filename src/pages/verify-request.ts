import type { ActionResult } from '../types/request.js'
import { buildPageUrl, getHost, getTranslations, type PageProps, renderDocument } from './document.js'
import { renderField, renderHiddenFields } from './form-fields.js'
import { type Html, html } from './html.js'
import { renderIcon } from './icon.js'
import { interpolateHtml } from './interpolate.js'

/** What the page shows while a mail is on its way. */
export interface VerifyRequestPageProps extends PageProps {
  /** Present where the mail brings a code, which is typed here. */
  readonly code?: CodeFormProps | null
}

interface CodeFormProps {
  /** The id of the provider that sent it. */
  readonly provider: string
  /** Null when the check is off. */
  readonly csrfToken: string | null
  readonly callbackUrl: string
  /** The one that was typed before was wrong. */
  readonly isWrong: boolean
}

/** A sign-in mail is on its way. */
export function renderVerifyRequestPage(page: VerifyRequestPageProps): Promise<ActionResult> {
  const translations = getTranslations(page).verifyRequest
  const card = html`<div class="card">
<div class="emblem">${renderIcon('envelope')}</div>
<h1>${translations.heading}</h1>
<div class="message">
<p>${page.code ? translations.codeMessage : translations.message}</p>
<p class="hint">${translations.hint}</p>
</div>
${page.code && renderCodeForm(page, page.code)}
<p class="aside"><a class="site" href="${page.origin}">${interpolateHtml(translations.backToSite, { host: getHost(page) })}</a></p>
</div>`
  return renderDocument(page, { name: 'verify-request', title: translations.title, card })
}

function renderCodeForm(page: PageProps, code: CodeFormProps): Html {
  const translations = getTranslations(page).verifyRequest
  const input = renderField({
    key: 'token',
    providerId: code.provider,
    label: translations.codeLabel,
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
  return html`${code.isWrong && renderAlert(translations.codeError)}
<div class="provider"><form action="${buildPageUrl(page, `/callback/${code.provider}`)}" method="POST">
${renderHiddenFields(code)}
${input}
<button id="submitButton" type="submit" class="button primary"><span>${translations.codeButton}</span></button>
</form></div>`
}

function renderAlert(text: string): Html {
  return html`<div class="error notice" id="error" role="alert">
${renderIcon('alert')}
<p>${text}</p>
</div>`
}
