import { html, type PluginContext, type PluginPage } from '../../../plugins.js'
import type { NewRecoveryCodes } from '../enroll.js'
import type { TwoFactorTexts } from '../texts.js'
import { pageStyle } from './parts.js'

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
