import { appendQuery } from '../../../http/url.js'
import { html, type PluginContext, type PluginPage } from '../../../plugins.js'
import type { Subject } from '../subject.js'
import { fillText, type TwoFactorTexts } from '../texts.js'
import type { SecondFactorMethod, TwoFactorFailure, TwoFactorSettings } from '../types.js'
import type { AvailableMethods } from '../verify.js'
import { type Html, pageStyle, renderCodeField, renderFailure, renderHiddenFields } from './parts.js'

/** The content of the page that asks for a second factor. */
export interface VerifyPageProps {
  readonly settings: TwoFactorSettings
  readonly subject: Subject
  readonly available: AvailableMethods
  /** The method that the page asks for. */
  readonly method: SecondFactorMethod
  readonly failure: TwoFactorFailure | null
}

/** Renders the page that asks for a second factor. */
export async function renderVerifyPage(ctx: PluginContext, page: VerifyPageProps): Promise<PluginPage> {
  const texts = await ctx.getTexts<TwoFactorTexts>()
  const { verify } = texts
  const messages = {
    totp: verify.codeMessage,
    'recovery-code': verify.recoveryMessage,
    passkey: verify.passkeyMessage,
  }
  const card = html`<div class="card">
<h1>${verify.title}</h1>
<div class="message"><p>${messages[page.method]}</p></div>
${renderFailure(texts, page.failure)}
${page.method === 'passkey' ? renderPasskeyForm(ctx, page, texts) : renderCodeForm(ctx, page, texts)}
${renderOtherMethods(ctx, page, texts)}
</div>`
  return { title: verify.title, card, style: pageStyle, usesPasskey: page.method === 'passkey' }
}

function renderCodeForm(ctx: PluginContext, page: VerifyPageProps, { verify }: TwoFactorTexts): Html {
  const kind = page.method === 'recovery-code' ? 'recovery-code' : 'totp'
  const label = kind === 'totp' ? verify.codeLabel : verify.recoveryLabel
  return html`<form class="form" action="${ctx.pluginUrl}/verify" method="POST">
${renderHiddenFields(ctx, { method: kind, pending: page.subject.pending?.id ?? null })}
${renderCodeField({ label, kind, isWrong: page.failure?.error === 'wrong-code' })}
${renderRememberChoice(page, verify)}
<button type="submit" class="button primary"><span>${verify.button}</span></button>
</form>`
}

/** A signed-in user has passed the first page already, so only a sign-in can be remembered. */
function renderRememberChoice(
  { settings: { deviceMaxAge }, subject }: VerifyPageProps,
  { remember }: TwoFactorTexts['verify'],
): Html | null {
  if (deviceMaxAge === null || !subject.pending) return null
  const label = fillText(remember, { days: Math.max(1, Math.round(deviceMaxAge / 86_400)) })
  return html`<div class="field choice"><input type="checkbox" id="remember" name="rememberDevice" value="true"><label for="remember">${label}</label></div>`
}

/** Latchkey's script shows the form and hides the text below it. */
function renderPasskeyForm(
  ctx: PluginContext,
  page: VerifyPageProps,
  { verify, errors }: TwoFactorTexts,
): Html {
  return html`<form class="form" action="${ctx.pluginUrl}/verify" method="POST" data-passkey="${page.available.passkey?.optionsUrl}" hidden>
${renderHiddenFields(ctx, { method: 'passkey', pending: page.subject.pending?.id ?? null })}
<div class="error notice" role="alert" data-failed hidden><p>${errors['wrong-passkey']}</p></div>
${renderRememberChoice(page, verify)}
<button type="submit" class="button primary"><span>${verify.passkeyButton}</span></button>
</form>
<p class="unsupported">${verify.passkeyUnsupported}</p>`
}

function renderOtherMethods(
  ctx: PluginContext,
  page: VerifyPageProps,
  { verify }: TwoFactorTexts,
): Html | null {
  const labels = {
    totp: verify.useCode,
    'recovery-code': verify.useRecoveryCode,
    passkey: verify.usePasskey,
  }
  const others = page.available.methods.filter(method => method !== page.method)
  if (others.length === 0) return null
  const links = others.map(
    method =>
      html`<a class="secondary-link" href="${buildMethodUrl(ctx, page.subject, method)}">${labels[method]}</a>`,
  )
  return html`<p class="links">${links}</p>`
}

function buildMethodUrl(ctx: PluginContext, { pending }: Subject, method: SecondFactorMethod): string {
  const { pluginUrl, callbackUrl } = ctx
  return appendQuery(`${pluginUrl}/verify`, {
    ...(pending ? { pending: pending.id } : { callbackUrl }),
    method,
  })
}
