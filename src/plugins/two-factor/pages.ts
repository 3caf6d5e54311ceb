import {
  fillText,
  html,
  type OperationUser,
  type PluginContext,
  type PluginPage,
  renderCardPage,
} from '../../plugins.js'
import type { TwoFactorTexts } from './locales/texts.js'
import type { NewRecoveryCodes } from './types.js'

/** CSS of all pages of the plugin. */
export const pageStyle = `.qr{display:block;inline-size:12.5rem;margin:1.5rem auto 0;border-radius:.5rem;overflow:hidden}.qr svg{display:block}.key{margin:.25rem 0 1.25rem;text-align:center;font:.875rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}.codes{display:grid;grid-template-columns:1fr 1fr;gap:.5rem 1rem;margin:1.5rem 0 0;padding:1rem;border:1px solid var(--border);border-radius:.625rem;background:var(--notice);list-style:none;font:.875rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;text-align:center}.codes li{white-space:nowrap}.save{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem .75rem;margin-block-start:.75rem}.save button{border:0;background:none;font:inherit;font-weight:500;cursor:pointer}.stack{display:grid;gap:.625rem;margin-block-start:1.5rem}.status{margin-block-start:1rem;color:var(--muted);text-align:center}.card .field.choice{align-items:flex-start}.form{margin-block-start:1.5rem}@media print{.actions,.save,.page>:not(.plugin){display:none}}.links{display:grid;gap:.25rem;margin-block-start:1.25rem;text-align:center}`

/** Returns the email address of the account, else its name. */
export function getAccountName({ user: { email, name, id } }: { readonly user: OperationUser }): string {
  return email || name || id
}

/** Returns the text of a page that names the account. */
export function describeAccount(
  subject: { readonly user: OperationUser },
  { verify }: TwoFactorTexts,
): string {
  return fillText(verify.account, { account: getAccountName(subject) })
}

/** Without it, the codes can be downloaded only. */
const script = `const codes = [...document.querySelectorAll('.codes li')].map(item => item.textContent).join('\\n')
const enable = (name, run) => {
  const button = document.querySelector(\`[\${name}]\`)
  button.hidden = false
  button.onclick = () => run(button)
}
if (navigator.clipboard)
  enable('data-copy', button =>
    navigator.clipboard.writeText(codes).then(() => {
      button.textContent = button.dataset.copy
    }, () => {}))
enable('data-print', () => print())`

/** Renders the recovery codes, which are shown once, ways to save them, and a link to where the user goes next. */
export async function renderRecoveryCodesPage(
  ctx: PluginContext,
  { recoveryCodes, url }: NewRecoveryCodes,
): Promise<PluginPage> {
  const { recoveryCodes: texts } = await ctx.getTexts<TwoFactorTexts>()
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${ctx.appName}\n\n${recoveryCodes.join('\n')}\n`)}`
  return renderCardPage({
    title: texts.title,
    message: [texts.message],
    content: html`<ul class="codes" dir="ltr">${recoveryCodes.map(code => html`<li>${code}</li>`)}</ul>
<p class="save" aria-live="polite">
<button type="button" class="secondary-link" data-copy="${texts.copied}" hidden>${texts.copy}</button>
<a class="secondary-link" download="recovery-codes.txt" href="${file}">${texts.download}</a>
<button type="button" class="secondary-link" data-print hidden>${texts.print}</button>
</p>
<p class="actions"><a class="button primary" href="${url}">${texts.button}</a></p>`,
    style: pageStyle,
    script,
  })
}
