import { html, type PluginContext, type PluginPage } from '../../../plugins.js'
import type { Enrollment } from '../enroll.js'
import { encodeQrCode } from '../qr-code/encode.js'
import { renderQrCode } from '../qr-code/svg.js'
import type { Subject } from '../subject.js'
import type { TwoFactorTexts } from '../texts.js'
import type { TwoFactorFailure } from '../types.js'
import { pageStyle, renderCodeField, renderFailure, renderHiddenFields } from './parts.js'

/** The content of the page that sets up an authenticator app. */
export interface EnrollPageProps {
  readonly subject: Subject
  readonly enrollment: Enrollment
  readonly failure: TwoFactorFailure | null
}

/** Renders the page that sets up an authenticator app. It contains the secret; all pages of Latchkey have `no-store`. */
export async function renderEnrollPage(
  ctx: PluginContext,
  { subject, enrollment, failure }: EnrollPageProps,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<TwoFactorTexts>()
  const { enroll } = texts
  const card = html`<div class="card">
<h1>${enroll.title}</h1>
<div class="message">${subject.pending && html`<p>${enroll.requiredMessage}</p>`}<p>${enroll.message}</p></div>
<div class="qr">${renderQrCode(encodeQrCode(enrollment.uri), enroll.qrCode)}</div>
<p class="links"><a class="secondary-link" href="${enrollment.uri}">${enroll.openApp}</a></p>
<p class="hint message">${enroll.secretLabel}</p>
<p class="key" dir="ltr">${groupSecret(enrollment.secret)}</p>
${renderFailure(texts, failure)}
<form class="form" action="${ctx.pluginUrl}/enroll" method="POST">
${renderHiddenFields(ctx, { pending: subject.pending?.id ?? null })}
${renderCodeField({ label: enroll.codeLabel, kind: 'totp', isWrong: failure?.error === 'wrong-code' })}
<button type="submit" class="button primary"><span>${enroll.button}</span></button>
</form>
</div>`
  return { title: enroll.title, card, style: pageStyle }
}

/** Groups of four are easier to type. Apps ignore the blanks. */
function groupSecret(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ')
}
