import {
  type AccountSection,
  fillText,
  type Html,
  html,
  type PluginContext,
  parseDevice,
} from '../../plugins.js'
import { listEvents } from './event-records.js'
import type { AuditLogTexts } from './locales/texts.js'
import type { AuditEvent } from './types.js'

/** The number of events that the section shows. */
const shownEvents = 20

/** The section of the account page with the last events of the signed-in user. */
export const activitySection: AccountSection = {
  id: 'activity',
  title: async ctx => (await ctx.getTexts<AuditLogTexts>()).title,
  async render(ctx: PluginContext, { id: userId }) {
    const texts = await ctx.getTexts<AuditLogTexts>()
    const { events } = await listEvents(ctx, { userId, limit: shownEvents })
    if (events.length === 0) return html`<p class="hint">${texts.none}</p>`
    return html`<ul class="list">${events.map(event => renderEvent(event, texts))}</ul>`
  },
}

/** Details are isolated from the direction of the language. */
function renderEvent(event: AuditEvent, texts: AuditLogTexts): Html {
  const { time, ip } = event
  const details = [describeClient(event, texts), ip].filter(detail => detail !== null)
  return html`<li><strong>${describeAction(event, texts)}</strong>
<p class="hint"><time datetime="${time}">${formatTime(time, texts.language)}</time>${details.map(
    detail => html` · <bdi>${detail}</bdi>`,
  )}</p></li>`
}

function describeAction(
  { action, provider, providerType }: AuditEvent,
  { actions, other }: AuditLogTexts,
): string {
  const known: Readonly<Record<string, string>> = actions
  const text = Object.hasOwn(known, action) ? (known[action] ?? action) : fillText(other, { action })
  return provider !== null && providerType !== null ? `${text} (${provider})` : text
}

/** Only known names are shown: the header is text that a client chooses. */
function describeClient({ userAgent }: AuditEvent, { device }: AuditLogTexts): string | null {
  const { browser, system } = parseDevice(userAgent)
  return browser && system ? fillText(device, { browser, system }) : (browser ?? system)
}

/** Such as `Nov 28, 2026, 10:10 PM UTC`. */
function formatTime(time: string, language: string): string {
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(new Date(time))
}
