import { html, type PluginContext } from '../../../plugins.js'
import type { TwoFactorTexts } from '../texts.js'
import type { TwoFactorFailure } from '../types.js'

/** Markup. */
export type Html = ReturnType<typeof html>

/** CSS of all pages of the plugin. */
export const pageStyle = `.qr{display:block;inline-size:12.5rem;margin:1.5rem auto 0;border-radius:.5rem;overflow:hidden}.qr svg{display:block}.key{margin:.25rem 0 1.25rem;text-align:center;font:.875rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}.codes{display:grid;grid-template-columns:1fr 1fr;gap:.5rem 1rem;margin:1.5rem 0 0;padding:1rem;border:1px solid var(--border);border-radius:.625rem;background:var(--notice);list-style:none;font:.875rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;text-align:center}.codes li{white-space:nowrap}.stack{display:grid;gap:.625rem;margin-block-start:1.5rem}.status{margin-block-start:1rem;color:var(--muted);text-align:center}.card .field.choice{align-items:flex-start}.form{margin-block-start:1.5rem}.links{display:grid;gap:.25rem;margin-block-start:1.25rem;text-align:center}`

/** Renders an error above a form. */
export function renderFailure({ errors }: TwoFactorTexts, failure: TwoFactorFailure | null): Html | null {
  if (!failure || failure.error === 'signed-out' || failure.error === 'recent-sign-in-required') return null
  return html`<div class="error notice" id="error" role="alert"><p>${errors[failure.error]}</p></div>`
}

/** Renders the hidden fields of a form. */
export function renderHiddenFields(
  { csrfToken, callbackUrl }: PluginContext,
  fields: Readonly<Record<string, string | null>>,
): Html {
  const all = { csrfToken, callbackUrl, ...fields }
  const inputs = Object.entries(all).map(
    ([name, value]) => value !== null && html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`${inputs}`
}

/** The input of a code. */
export interface CodeFieldProps {
  readonly label: string
  readonly kind: 'totp' | 'recovery-code'
  readonly isWrong: boolean
}

/** Renders the field of a code. */
export function renderCodeField({ label, kind, isWrong }: CodeFieldProps): Html {
  const invalid = isWrong && html` aria-invalid="true" aria-describedby="error"`
  const hints =
    kind === 'totp'
      ? html` inputmode="numeric" autocomplete="one-time-code"`
      : html` autocomplete="off" autocapitalize="characters" spellcheck="false"`
  return html`<div class="field"><label for="code">${label}</label><input type="text" id="code" name="code" required autofocus dir="ltr"${hints}${invalid}></div>`
}
