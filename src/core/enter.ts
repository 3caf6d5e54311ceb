import { csrfOf } from '../checks/csrf.js'
import { isSameSite } from '../checks/same-site.js'
import { InvalidProvider } from '../errors.js'
import { openJar } from '../http/jar.js'
import { isDestination } from '../http/url.js'
import type { Context, Settings } from '../types/context.js'
import type { Call, Jar } from '../types/wire.js'

/** From the street into the house: CSRF decided, callback URL approved, provider found. */
export async function enter(call: Call, settings: Settings): Promise<Context> {
  const door = knock(call, settings)
  // The same for everybody, so that clients may ask for it at any time: it sets no cookie.
  if (call.action === 'providers') return door
  const seen = bringsCookies(door) ? door : { ...door, jar: openJar(null) }
  const csrf = settings.csrfChecked && needsToken(call, door) ? await csrfOf(call, settings, seen) : null
  return admit({ ...door, csrf }, seen.jar)
}

/**
 * The same for what no browser asked: no token is looked for and none is set. Only for the facade, whose callers say who
 * checked the origin instead.
 */
export function enterVouched(call: Call, settings: Settings): Promise<Context> {
  const door = knock(call, settings)
  return admit(door, door.jar)
}

async function admit(door: Context, jar: Jar): Promise<Context> {
  const { call, settings } = door
  const callbackUrl = await approvedCallbackUrl({ ...door, jar })
  const provider = call.providerId === null ? null : findProvider(settings, call.providerId)
  return { ...door, callbackUrl, provider }
}

/** A form of another site comes without our cookies: they are not missing, and must not be replaced. */
function bringsCookies(door: Context): boolean {
  return door.call.method !== 'POST' || isSameSite(door)
}

/** Reading a session asks for no token: who has none is given one, and any other is looked at where it is used. */
function needsToken({ action, method }: Call, { jar, cookies }: Context): boolean {
  return action !== 'session' || method === 'POST' || jar.get(cookies.csrfToken.name) === undefined
}

/** What can be known of a request without deciding anything about it; enough to read a session. */
export function knock(call: Call, settings: Settings): Context {
  const jar = openJar(call.request.headers.get('cookie'))
  const { origin } = call.url
  const isSecure = settings.useSecureCookies ?? call.url.protocol === 'https:'
  const cookies = isSecure ? settings.cookies.secure : settings.cookies.plain
  const base = origin + settings.basePath
  return { call, settings, jar, cookies, origin, base, csrf: null, callbackUrl: origin, provider: null }
}

/** Spec: behaviour section 5. What is no URL at all counts as not sent: it must not lock anybody out. */
async function approvedCallbackUrl({ call, settings, jar, cookies, origin }: Context): Promise<string> {
  const { name, options } = cookies.callbackUrl
  const remembered = jar.get(name)
  const asked = [call.body.callbackUrl, call.query.callbackUrl, remembered].find(isDestination)
  const approved = asked ? await settings.callbacks.redirect({ url: asked, baseUrl: origin }) : origin
  if (approved !== remembered) jar.set(name, approved, options)
  return approved
}

function findProvider({ providers }: Settings, id: string) {
  const provider = providers.get(id)
  if (provider) return provider
  throw new InvalidProvider(
    `There is no provider ${JSON.stringify(id)}. Configured: ${[...providers.keys()].join(', ') || 'none'}.`,
  )
}
