import { appendQuery } from '../http/url.js'
import type { ActionResult } from '../types/request.js'
import { buildPageUrl, getPageTranslations, getSiteName, type PageProps, renderDocument } from './document.js'
import { type HiddenFields, renderField, renderHiddenFields } from './form-fields.js'
import { type Html, html, renderAttributes } from './html.js'
import { renderIcon } from './icon.js'
import { interpolateHtml } from './interpolate.js'

/** The content of the page that is shown after an email was sent. */
export interface VerifyRequestPageProps extends PageProps {
  /** The form for the one-time code, if the provider sends one. */
  readonly code?: CodeFormProps | null
  /** The form that sends another email. Null in another browser than the one that requested it. */
  readonly resend?: ResendFormProps | null
}

interface EmailProviderFormProps extends HiddenFields {
  /** The id of the email provider. */
  readonly provider: string
}

interface ResendFormProps extends EmailProviderFormProps {
  readonly email: string
}

interface CodeFormProps extends EmailProviderFormProps {
  /** Whether the previous code was incorrect. */
  readonly isWrong: boolean
}

/** Renders the page that is shown after a sign-in email was sent. */
export function renderVerifyRequestPage(page: VerifyRequestPageProps): Promise<ActionResult> {
  const translations = getPageTranslations(page).verifyRequest
  const card = html`<div class="card">
<div class="emblem">${renderIcon('envelope')}</div>
<h1>${translations.heading}</h1>
<div class="message">
<p>${page.code ? translations.codeMessage : translations.message}</p>
${page.resend && html`<p><bdi>${page.resend.email}</bdi></p>`}
<p class="hint">${translations.hint}</p>
</div>
${page.code && renderCodeForm(page, page.code)}
${page.resend && renderResendForm(page, page.resend)}
<p class="aside"><a class="site" href="${page.origin}">${interpolateHtml(translations.backToSite, { host: getSiteName(page) })}</a></p>
</div>`
  return renderDocument(page, {
    name: 'verify-request',
    title: translations.title ?? translations.heading,
    card,
  })
}

function renderCodeForm(page: PageProps, code: CodeFormProps): Html {
  const translations = getPageTranslations(page).verifyRequest
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
  return html`${code.isWrong && renderErrorAlert(translations.codeError)}
<div class="provider"><form action="${buildPageUrl(page, `/callback/${code.provider}`)}" method="POST">
${renderHiddenFields(code)}
${input}
<button id="submitButton" type="submit" class="button primary"><span>${translations.codeButton}</span></button>
</form></div>`
}

/** How long the button waits in a browser with JavaScript: an email takes some time. The server has limits of its own. */
const secondsUntilResend = 30

function renderResendForm(page: PageProps, resend: ResendFormProps): Html {
  const translations = getPageTranslations(page).verifyRequest
  return html`<form action="${buildPageUrl(page, `/signin/${resend.provider}`)}" method="POST" class="actions">
${renderHiddenFields(resend)}
<input${renderAttributes({ type: 'hidden', name: 'email', value: resend.email })}>
<button id="resendButton" type="submit" class="button"${renderAttributes({ 'data-wait': secondsUntilResend, 'data-wait-text': translations.resendWait })}><span>${translations.resendButton}</span></button>
</form>
<p class="aside"><a class="secondary-link" href="${appendQuery(buildPageUrl(page, '/signin'), { callbackUrl: resend.callbackUrl })}">${getPageTranslations(page).signIn.anotherIdentifier}</a></p>`
}

function renderErrorAlert(text: string): Html {
  return html`<div class="error notice" id="error" role="alert">
${renderIcon('alert')}
<p>${text}</p>
</div>`
}
