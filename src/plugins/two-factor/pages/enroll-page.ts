import {
  html,
  type OperationFailure,
  type PluginContext,
  type PluginPage,
  renderCodeField,
  renderForm,
  renderSubmitButton,
  type Subject,
} from '../../../plugins.js'
import type { Enrollment, NewRecoveryCodes } from '../enrollment.js'
import type { TwoFactorTexts } from '../locales/texts.js'
import { encodeQrCode } from '../qr-code/encode.js'
import { renderQrCode } from '../qr-code/svg.js'
import { pageStyle, renderFailure } from './style.js'

/** The content of the page that sets up an authenticator app. */
export interface EnrollPageProps {
  readonly subject: Subject
  readonly enrollment: Enrollment
  readonly failure: OperationFailure | null
}

/** Renders the page that sets up an authenticator app. It contains the secret; all pages of Latchkey have `no-store`. */
export async function renderEnrollPage(
  ctx: PluginContext,
  { subject, enrollment, failure }: EnrollPageProps,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<TwoFactorTexts>()
  const { enroll } = texts
  const field = renderCodeField({ label: enroll.codeLabel, isInvalid: failure?.error === 'wrong-code' })
  const card = html`<div class="card">
<h1>${enroll.title}</h1>
<div class="message">${subject.pending && html`<p>${enroll.requiredMessage}</p>`}<p>${enroll.message}</p></div>
<div class="qr">${renderQrCode(encodeQrCode(enrollment.uri), enroll.qrCode)}</div>
<p class="links"><a class="secondary-link" href="${enrollment.uri}">${enroll.openApp}</a></p>
<p class="hint message">${enroll.secretLabel}</p>
<p class="key" dir="ltr">${groupSecret(enrollment.secret)}</p>
${renderFailure(texts, failure)}
${renderForm(ctx, {
  path: 'enroll',
  hidden: { pending: subject.pending?.id ?? null },
  content: html`${field}
${renderSubmitButton(enroll.button)}`,
})}
</div>`
  return { title: enroll.title, card, style: pageStyle }
}

/** Groups of four are easier to type. Apps ignore the blanks. */
function groupSecret(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ')
}

/** Renders the recovery codes, which are shown once, and a link to where the user goes next. */
export async function renderRecoveryCodesPage(
  ctx: PluginContext,
  { recoveryCodes, url }: NewRecoveryCodes,
): Promise<PluginPage> {
  const { recoveryCodes: texts } = await ctx.getTexts<TwoFactorTexts>()
  const card = html`<div class="card">
<h1>${texts.title}</h1>
<div class="message"><p>${texts.message}</p></div>
<ul class="codes" dir="ltr">${recoveryCodes.map(code => html`<li>${code}</li>`)}</ul>
<p class="actions"><a class="button primary" href="${url}">${texts.button}</a></p>
</div>`
  return { title: texts.title, card, style: pageStyle }
}
