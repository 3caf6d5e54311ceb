import { toError } from '../base/to-error.js'
import { EventError } from '../errors.js'
import { getStoredSessionId, identifyToken } from '../sessions/revocation/session-identity.js'
import type { Context } from '../types/context.js'
import type { RaisedEvent } from '../types/events.js'
import type { CookieJar } from '../types/request.js'
import { buildPluginContext, getEventSession, hashSessionCookie } from './plugin-context.js'

/** Calls `onEvent` of each plugin. The event has happened, so a failure is only logged. */
export async function notifyPlugins(ctx: Context, event: RaisedEvent): Promise<void> {
  const current = { ...ctx, jar: createCurrentJar(ctx.jar) }
  for (const plugin of ctx.settings.plugins) {
    if (!plugin.onEvent) continue
    try {
      const hostEvent = {
        ...event,
        getSession: () => getEventSession(current),
        getSessionKey: () => findSessionKey(current, event),
      }
      await plugin.onEvent(buildPluginContext(current, plugin), hostEvent)
    } catch (error) {
      ctx.settings.logger.error(new EventError(toError(error), { event: event.name, plugin: plugin.id }))
    }
  }
}

/** Returns the key of the session that an event is about. That of a sign-out has ended, and is still in the cookies of the request. */
async function findSessionKey(ctx: Context, { name, message }: RaisedEvent): Promise<string | null> {
  if (name !== 'signOut') return (await getEventSession(ctx))?.key ?? null
  const { settings } = ctx
  if ('session' in message)
    return message.session
      ? ((await getStoredSessionId(settings, message.session)) ?? (await hashSessionCookie(ctx)))
      : null
  if (!message.token) return null
  return (await identifyToken(settings, message.token))?.id ?? (await hashSessionCookie(ctx))
}

/** Returns the jar as the browser will have it after the response: the event of a sign-in is about the session that the response sets. */
function createCurrentJar(jar: CookieJar): CookieJar {
  const written = new Map<string, readonly string[]>()
  for (const { name, value, options } of jar.getSetCookies()) {
    const isCleared = value === '' || options.maxAge === 0
    if (!isCleared || !written.has(name)) written.set(name, isCleared ? [] : [value])
  }
  const getAll = (name: string) => written.get(name) ?? jar.getAll(name)
  return {
    getAll,
    get: name => (written.has(name) ? getAll(name)[0] : jar.get(name)),
    listNames: () =>
      [...new Set([...jar.listNames(), ...written.keys()])].filter(name => getAll(name).length),
    set: (name, value, options) => jar.set(name, value, options),
    clear: (name, options) => jar.clear(name, options),
    getSetCookies: () => jar.getSetCookies(),
  }
}
