import {
  type EventSession,
  type PluginContext,
  type PluginHostEvent,
  toAddressPrefix,
  toError,
} from '../../plugins.js'
import type { AuditEvent, AuditLogSettings } from './types.js'

/** Maximum number of characters of a stored `User-Agent`. */
const maxUserAgentLength = 256

/** What the payload of an event says. */
interface EventFacts extends Pick<AuditEvent, 'action' | 'subject'> {
  /** @default the signed-in user */
  readonly actor?: string | null
  readonly outcome?: AuditEvent['outcome']
  readonly reason?: string | null
  readonly provider?: string | null
  readonly providerType?: string | null
}

/** Creates the event of the audit log: what the payload says, and the circumstances of the request. */
export async function createAuditEvent(
  ctx: PluginContext,
  { ip }: AuditLogSettings,
  event: PluginHostEvent,
): Promise<AuditEvent> {
  const session = await tryRead(ctx, () => event.getSession())
  const facts = readFacts(event, session)
  const isSignIn = facts.action === 'sign-in'
  const now = new Date()
  return {
    id: generateEventId(now),
    time: now.toISOString(),
    action: facts.action,
    outcome: facts.outcome ?? 'success',
    reason: facts.reason ?? null,
    actor: facts.actor === undefined ? (session?.userId ?? null) : facts.actor,
    subject: facts.subject,
    act: findActor(event, session),
    provider: facts.provider ?? null,
    providerType: facts.providerType ?? null,
    methods: isSignIn ? [...new Set(session?.methods.map(({ amr }) => amr))] : [],
    isMultiFactor: isSignIn && session ? session.meets({ acr: 'mfa' }) : null,
    session: await tryRead(ctx, () => event.getSessionKey()),
    ip: describeAddress(ctx.findClientAddress(), ip),
    userAgent: ctx.request.head.getHeader('user-agent')?.slice(0, maxUserAgentLength) ?? null,
    request: getRequestId(ctx),
  }
}

/** An event that ends the impersonation names the administrator itself. */
function findActor(event: PluginHostEvent, session: EventSession | null): AuditEvent['act'] {
  const act = event.name === 'pluginEvent' ? (event.message.act ?? session?.act) : session?.act
  return act ? { sub: act.sub } : null
}

/** An event is recorded without its session if that cannot be read. */
async function tryRead<Value>(ctx: PluginContext, read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    ctx.logger.debug('audit-log: the session is unknown', { error: toError(error) })
    return null
  }
}

/** Picks single fields: payloads have tokens and email addresses. */
function readFacts(event: PluginHostEvent, session: EventSession | null): EventFacts {
  switch (event.name) {
    case 'signIn': {
      const { user, account } = event.message
      const subject = user.id ?? null
      const { provider = null, type = null } = account ?? {}
      return { action: 'sign-in', subject, actor: subject, provider, providerType: type }
    }
    case 'signInFailure': {
      const { error, provider } = event.message
      const subject = session?.userId ?? null
      return { action: 'sign-in-failure', subject, outcome: 'failure', reason: error.type, provider }
    }
    case 'signOut': {
      const { message } = event
      const subject = ('session' in message ? message.session?.userId : message.token?.sub) ?? null
      return { action: 'sign-out', subject, actor: subject }
    }
    case 'createUser': {
      const subject = event.message.user.id ?? null
      return { action: 'user-created', subject, actor: session?.userId ?? subject }
    }
    case 'updateUser':
      return { action: 'user-updated', subject: event.message.user.id ?? null }
    case 'linkAccount': {
      const { user, account } = event.message
      const subject = user.id ?? null
      const actor = session?.userId ?? subject
      const { provider, type } = account
      return { action: 'account-linked', subject, actor, provider, providerType: type }
    }
    case 'pluginEvent':
      return readPluginFacts(event.message, session)
  }
}

type PluginMessage = Extract<PluginHostEvent, { name: 'pluginEvent' }>['message']

/** Of the data of other plugins, only what `emitEvent` documents is stored, and no text that could be an email address. */
function readPluginFacts({ plugin, type, data }: PluginMessage, session: EventSession | null): EventFacts {
  const { userId, actorId, outcome, reason } = data
  const isFailure = outcome === 'failure'
  return {
    action: `${plugin}.${type}`,
    subject: typeof userId === 'string' ? userId : null,
    actor: typeof actorId === 'string' ? actorId : (session?.userId ?? null),
    outcome: isFailure ? 'failure' : 'success',
    reason: isFailure && typeof reason === 'string' && /^[\w.-]{1,64}$/.test(reason) ? reason : null,
    provider: plugin,
  }
}

function describeAddress(address: string | null, ip: AuditLogSettings['ip']): string | null {
  if (address === null || ip === 'none') return null
  return ip === 'whole' ? address : toAddressPrefix(address)
}

const requestIds = new WeakMap<object, string>()

/** The events of one request have the same id. It is random, because a client can write any header. */
function getRequestId({ request: { head } }: PluginContext): string {
  const id = requestIds.get(head) ?? generateText()
  requestIds.set(head, id)
  return id
}

/** Larger than each time in microseconds until the year 2255. */
const maxTime = 8_999_999_999_999_999
/** The number of events that this process created in one millisecond. */
const latest = { time: 0, count: 0 }

/** Generates an id that sorts before those of earlier events. In one process, also before those of the same millisecond. */
function generateEventId(now: Date): string {
  const time = now.getTime()
  latest.count = time === latest.time ? latest.count + 1 : 0
  latest.time = time
  return `${maxTime - time * 1000 - Math.min(latest.count, 999)}-${generateText()}`
}

function generateText(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 16)
}
