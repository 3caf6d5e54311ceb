/**
 * A log of events: who signed in, what changed, and what failed. It is stored in the record store, and can be sent to another system.
 *
 * @module
 */
import {
  definePlugin,
  findOptionFault,
  findRecordsFault,
  functionRule,
  InvalidConfig,
  type OptionRules,
  type PluginContext,
  type PluginHostEvent,
} from '../../plugins.js'
import { activitySection } from './activity-section.js'
import { createAuditEvent } from './create-event.js'
import { toCsv } from './csv.js'
import { eventKind, listAllEvents, listEvents, storeEvent, toValue } from './event-records.js'
import { translations } from './locales/index.js'
import { saveToOutbox, sendDueEvents, sendNewEvent } from './outbox.js'
import type { AuditLogOptions, AuditLogSettings, AuditQuery, DeliveryCounts } from './types.js'

/** A day, in milliseconds. */
const day = 86_400_000
const defaultRetention = 90
const maxRetention = 3650
/** How often a process looks for events of other processes, in milliseconds. */
const deliveryInterval = 30_000

/**
 * Adds a log of sign-ins, failures and changes, with the user, the session, the network and the browser of each. Requires a record store.
 *
 * Anyone who may call the server functions reads the events of all users, so check the rights of the caller first.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey'
 * import { SqlAdapter } from 'latchkey/adapters/sql'
 * import { auditLog } from 'latchkey/audit-log'
 * import GitHub from 'latchkey/providers/github'
 *
 * export const config: AuthConfig = {
 *   adapter: SqlAdapter('postgres://app@localhost/app'),
 *   providers: [GitHub],
 *   plugins: [auditLog()],
 * }
 * ```
 */
export function auditLog(options: AuditLogOptions = {}) {
  const settings = resolveSettings(options)
  const record = createRecorder(settings)
  return definePlugin({
    id: 'audit-log',
    operations: {},
    api: {
      list: (ctx: PluginContext, query?: AuditQuery) => listEvents(ctx, query),
      exportCsv: (ctx: PluginContext, query?: AuditQuery) => buildCsvPage(ctx, query),
      deliver: (ctx: PluginContext) => sendWaitingEvents(ctx, settings),
    },
    onEvent: record,
    translations,
    accountSections: [activitySection],
    recordsOfUsers: [eventKind],
    exportUserData: async (ctx, userId) => ({ events: (await listAllEvents(ctx, userId)).map(toValue) }),
    findConfigError: config => {
      const fault = findOptionsFault(options) ?? findRecordsFault(config, 'The events of the audit log')
      return fault === null ? undefined : new InvalidConfig(`auditLog: ${fault}`)
    },
  })
}

function resolveSettings({
  retention = defaultRetention,
  ip = 'prefix',
  onEvent,
}: AuditLogOptions): AuditLogSettings {
  return { retentionMs: retention * day, ip, onEvent: onEvent ?? null }
}

const optionRules: OptionRules<AuditLogOptions> = {
  retention: {
    expected: `a number of days from 1 to ${maxRetention}`,
    isValid: value => typeof value === 'number' && value >= 1 && value <= maxRetention,
  },
  ip: {
    expected: "'prefix', 'whole' or 'none'",
    isValid: value => value === 'prefix' || value === 'whole' || value === 'none',
  },
  onEvent: functionRule,
}

function findOptionsFault(options: AuditLogOptions): string | null {
  return findOptionFault(options, optionRules, 'The options')
}

/** Creates the function that records an event. The event is stored before the response, and delivered after it if the app sets `waitUntil`. */
function createRecorder(settings: AuditLogSettings) {
  const state = { deliveredAt: 0 }
  return async (ctx: PluginContext, hostEvent: PluginHostEvent): Promise<void> => {
    const event = await createAuditEvent(ctx, settings, hostEvent)
    if (settings.onEvent === null) return void (await storeEvent(ctx, settings, event))
    const id = await saveToOutbox(ctx, settings, event)
    await storeEvent(ctx, settings, event)
    await ctx.runAfterResponse(async () => {
      await sendNewEvent(ctx, settings, { id, event })
      if (Date.now() - state.deliveredAt < deliveryInterval) return
      state.deliveredAt = Date.now()
      await sendDueEvents(ctx, settings)
    })
  }
}

/** Returns a page of events as CSV, newest first. */
async function buildCsvPage(ctx: PluginContext, query?: AuditQuery) {
  const { events, next } = await listEvents(ctx, query, 1000)
  return { csv: toCsv(events), next }
}

async function sendWaitingEvents(ctx: PluginContext, settings: AuditLogSettings): Promise<DeliveryCounts> {
  if (settings.onEvent === null)
    throw new InvalidConfig('auditLog: `deliver` needs the option `onEvent`, which receives the events.')
  return await sendDueEvents(ctx, settings)
}

export type { AuditLogTexts } from './locales/texts.js'
export { toOcsf } from './ocsf.js'
export type { AuditEvent, AuditLogOptions, AuditPage, AuditQuery, DeliveryCounts } from './types.js'
