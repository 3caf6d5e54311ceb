import {
  appendQuery,
  fillText,
  type Html,
  html,
  type OperationFailure,
  type PluginContext,
  type PluginPage,
  renderCheckbox,
  renderCodeField,
  renderField,
  renderForm,
  renderSubmitButton,
  type Subject,
} from '../../../plugins.js'
import type { TwoFactorTexts } from '../locales/texts.js'
import type { SecondFactorMethod, TwoFactorSettings } from '../types.js'
import { type AvailableMethods, listMethods } from '../verify.js'
import { pageStyle, renderFailure } from './style.js'

/** The content of the page that asks for a second factor. */
export interface VerifyPageProps {
  readonly subject: Subject
  /** The method that the page asks for. Undefined for the usual one. */
  readonly method: SecondFactorMethod | undefined
  /** The methods of the user. Undefined if they were not read. */
  readonly available?: AvailableMethods | null
  readonly failure: OperationFailure | null
}

interface VerifyPage extends VerifyPageProps {
  readonly available: AvailableMethods
  readonly method: SecondFactorMethod
  readonly texts: TwoFactorTexts
  readonly deviceMaxAge: number | null
}

/** Renders the page that asks for a second factor. */
export async function renderVerifyPage(
  ctx: PluginContext,
  { deviceMaxAge }: TwoFactorSettings,
  { subject, method, failure, available: known }: VerifyPageProps,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<TwoFactorTexts>()
  const available = known ?? (await listMethods(ctx, subject))
  const selected = failure ? method : available.methods.find(each => each === method)
  const shown = selected ?? available.methods[0] ?? 'totp'
  const page = { subject, failure, available, method: shown, texts, deviceMaxAge }
  const { title, codeMessage, recoveryMessage, passkeyMessage } = texts.verify
  const messages = { totp: codeMessage, 'recovery-code': recoveryMessage, passkey: passkeyMessage }
  const card = html`<div class="card">
<h1>${title}</h1>
<div class="message"><p>${messages[shown]}</p></div>
${renderFailure(texts, failure)}
${shown === 'passkey' ? renderPasskeyForm(ctx, page) : renderCodeForm(ctx, page)}
${renderOtherMethods(ctx, page)}
</div>`
  return { title, card, style: pageStyle, usesPasskey: shown === 'passkey' }
}

function renderCodeForm(ctx: PluginContext, page: VerifyPage): Html {
  const { verify } = page.texts
  const isInvalid = page.failure?.error === 'wrong-code'
  const field =
    page.method === 'totp'
      ? renderCodeField({ label: verify.codeLabel, isInvalid })
      : renderField({
          name: 'code',
          label: verify.recoveryLabel,
          autocomplete: 'off',
          attributes: { autocapitalize: 'characters', spellcheck: 'false', dir: 'ltr' },
          isInvalid,
          hasFocus: true,
        })
  return renderForm(ctx, {
    path: 'verify',
    hidden: { method: page.method, pending: page.subject.pending?.id ?? null },
    content: html`${field}
${renderRememberChoice(page)}
${renderSubmitButton(verify.button)}`,
  })
}

/** A signed-in user has passed the first page already, so only a sign-in can be remembered. */
function renderRememberChoice({ deviceMaxAge, subject, texts }: VerifyPage): Html | null {
  if (deviceMaxAge === null || !subject.pending) return null
  const label = fillText(texts.verify.remember, { days: Math.max(1, Math.round(deviceMaxAge / 86_400)) })
  return renderCheckbox({ name: 'rememberDevice', id: 'remember', label })
}

/** Latchkey's script shows the form and hides the text below it. */
function renderPasskeyForm(ctx: PluginContext, page: VerifyPage): Html {
  const { verify, errors } = page.texts
  const form = renderForm(ctx, {
    path: 'verify',
    hidden: { method: 'passkey', pending: page.subject.pending?.id ?? null },
    passkeyOptionsUrl: page.available.passkeyOptionsUrl ?? '',
    content: html`<div class="error notice" role="alert" data-failed hidden><p>${errors['wrong-passkey']}</p></div>
${renderRememberChoice(page)}
${renderSubmitButton(verify.passkeyButton)}`,
  })
  return html`${form}
<p class="unsupported">${verify.passkeyUnsupported}</p>`
}

function renderOtherMethods(ctx: PluginContext, page: VerifyPage): Html | null {
  const { useCode, useRecoveryCode, usePasskey } = page.texts.verify
  const labels = { totp: useCode, 'recovery-code': useRecoveryCode, passkey: usePasskey }
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
