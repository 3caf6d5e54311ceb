import {
  appendQuery,
  fillText,
  type Html,
  html,
  type OperationFailure,
  type PluginContext,
  type PluginPage,
  renderForm,
  renderSubmitButton,
} from '../../../plugins.js'
import type { TwoFactorTexts } from '../locales/texts.js'
import type { TwoFactorStatus } from '../types.js'
import { pageStyle, renderFailure } from './style.js'

/** The content of the page with the second factor of a user. */
export interface ManagePageProps {
  readonly status: TwoFactorStatus
  /** Whether the app requires a second factor, so that it cannot be turned off. */
  readonly isRequired: boolean
  readonly failure: OperationFailure | null
}

/** Renders the page with the second factor of a user. */
export async function renderManagePage(
  ctx: PluginContext,
  { status, isRequired, failure }: ManagePageProps,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<TwoFactorTexts>()
  const { manage } = texts
  const card = html`<div class="card">
<h1>${manage.title}</h1>
<div class="message">${listStatusLines(status, manage).map(line => html`<p>${line}</p>`)}</div>
${renderFailure(texts, failure)}
<div class="stack">
<a class="button${!status.isEnabled && ' primary'}" href="${buildEnrollUrl(ctx)}">${status.isEnabled ? manage.replace : manage.enable}</a>
${status.isEnabled && renderChange(ctx, 'recovery-codes', manage.newRecoveryCodes)}
${status.devices > 0 && renderChange(ctx, 'forget-devices', manage.forgetDevices)}
${status.isEnabled && !isRequired && renderChange(ctx, 'remove', manage.remove)}
</div>
<p class="aside"><a class="site" href="${ctx.origin}">${fillText(manage.back, { host: new URL(ctx.origin).host })}</a></p>
</div>`
  return { title: manage.title, card, style: pageStyle }
}

function listStatusLines(status: TwoFactorStatus, manage: TwoFactorTexts['manage']): readonly string[] {
  if (!status.isEnabled) return [manage.off]
  return [
    status.isDisabled ? manage.disabled : manage.on,
    fillText(manage.recoveryCodes, { count: status.recoveryCodes }),
    ...(status.devices > 0 ? [fillText(manage.devices, { count: status.devices })] : []),
  ]
}

/** After the app is set up, the user returns to this page. */
function buildEnrollUrl({ pluginUrl }: PluginContext): string {
  return appendQuery(`${pluginUrl}/enroll`, { callbackUrl: `${pluginUrl}/manage` })
}

function renderChange(ctx: PluginContext, change: string, label: string): Html {
  return renderForm(ctx, {
    path: 'manage',
    hidden: { change, callbackUrl: `${ctx.pluginUrl}/manage` },
    content: renderSubmitButton(label, { isPrimary: false }),
    className: '',
  })
}
