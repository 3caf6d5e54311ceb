import { html, type PluginContext, type PluginPage, renderCardPage } from '../../plugins.js'
import type { TwoFactorTexts } from './locales/texts.js'
import type { NewRecoveryCodes } from './types.js'

/** CSS of all pages of the plugin. */
export const pageStyle = `.qr{display:block;inline-size:12.5rem;margin:1.5rem auto 0;border-radius:.5rem;overflow:hidden}.qr svg{display:block}.key{margin:.25rem 0 1.25rem;text-align:center;font:.875rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}.codes{display:grid;grid-template-columns:1fr 1fr;gap:.5rem 1rem;margin:1.5rem 0 0;padding:1rem;border:1px solid var(--border);border-radius:.625rem;background:var(--notice);list-style:none;font:.875rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;text-align:center}.codes li{white-space:nowrap}.stack{display:grid;gap:.625rem;margin-block-start:1.5rem}.status{margin-block-start:1rem;color:var(--muted);text-align:center}.card .field.choice{align-items:flex-start}.form{margin-block-start:1.5rem}.links{display:grid;gap:.25rem;margin-block-start:1.25rem;text-align:center}`

/** Renders the recovery codes, which are shown once, and a link to where the user goes next. */
export async function renderRecoveryCodesPage(
  ctx: PluginContext,
  { recoveryCodes, url }: NewRecoveryCodes,
): Promise<PluginPage> {
  const { recoveryCodes: texts } = await ctx.getTexts<TwoFactorTexts>()
  return renderCardPage({
    title: texts.title,
    message: [texts.message],
    content: html`<ul class="codes" dir="ltr">${recoveryCodes.map(code => html`<li>${code}</li>`)}</ul>
<p class="actions"><a class="button primary" href="${url}">${texts.button}</a></p>`,
    style: pageStyle,
  })
}
