import { asError } from '../base/as-error.js'
import { Cache } from '../base/cache.js'
import { languageFault } from '../config/languages.js'
import { resolveLogger } from '../config/logger.js'
import { basePathOf, resolve } from '../config/resolve.js'
import { validate } from '../config/validate.js'
import { AuthError, InvalidConfig } from '../errors.js'
import { flows } from '../flows/index.js'
import { vocabulary } from '../pages/vocabulary.js'
import { databaseSessions } from '../sessions/database.js'
import { jwtSessions } from '../sessions/jwt.js'
import type { AuthConfig } from '../types/config.js'
import type { Settings } from '../types/context.js'
import type { LoggerInstance, WarningCode } from '../types/logger.js'

/** What holds whether or not the configuration does. */
interface Always {
  readonly basePath: string
  readonly pages: NonNullable<AuthConfig['pages']>
  readonly theme: NonNullable<AuthConfig['theme']>
  readonly textsFor: Settings['textsFor']
  readonly logger: LoggerInstance
}

/** Settings, or why there are none. */
type Composed =
  | { readonly settings: Settings; readonly fault: null }
  | { readonly settings: null; readonly fault: AuthError }

/** A configuration after its first look. */
export type Resolved = Always & Composed

const resolved = new WeakMap<AuthConfig, Resolved>()

/** The settings of a configuration, made at its first request and kept as long as the object lives. */
export function settingsOf(config: AuthConfig): Resolved {
  const known = resolved.get(config)
  if (known) return known
  const { basePath, pages, theme } = config
  const logger = resolveLogger(config)
  const always = {
    basePath: basePathOf(typeof basePath === 'string' ? basePath : undefined),
    pages: pages ?? {},
    theme: theme ?? {},
    textsFor: vocabulary(languageFault(config) ? {} : config, { logger }),
    logger,
  }
  const fresh = { ...always, ...compose(config, always) }
  resolved.set(config, fresh)
  return fresh
}

/** The composition root: puts the parts that are code together with what the user wrote. */
function compose(config: AuthConfig, { logger, textsFor }: Always): Composed {
  try {
    const plain = resolve(config, validate(config, flows), logger)
    const isStored = plain.session.strategy === 'database'
    const sessions = isStored && plain.store ? databaseSessions(plain.store) : jwtSessions
    const settings = Object.freeze({ ...plain, sessions, textsFor })
    warn(settings, config)
    return { settings, fault: null }
  } catch (error) {
    const fault = error instanceof AuthError ? error : new InvalidConfig(asError(error))
    return { settings: null, fault }
  }
}

/** What works, but should be looked at; once, also where the app writes its configuration anew for each request. */
function warn(settings: Settings, { debug, logger }: AuthConfig): void {
  const told = toldTo(logger ?? toConsole)
  for (const [code, about] of concerns(settings, debug === true)) {
    const concern = `${code} ${about}`
    if (told.get(concern)) continue
    told.set(concern, true)
    settings.logger.warn(code)
  }
}

function* concerns(
  { secrets, jwt, providers }: Settings,
  isDebugged: boolean,
): Generator<[WarningCode, string]> {
  if (isDebugged) yield ['debug-enabled', '']
  const newest = [secrets[0], [jwt.secret].flat()[0]].map(secret => secret ?? '')
  if (newest.some(secret => secret.length < 32)) yield ['short-secret', newest.join(' ')]
  for (const provider of providers.values()) {
    if (provider.type === 'webauthn') yield ['experimental-webauthn', provider.id]
    if ('checks' in provider && provider.checks.size === 0) yield ['checks-disabled', provider.id]
  }
}

const told = new WeakMap<object, Cache<true>>()
/** Stands for the logger that all configurations without one share. */
const toConsole = {}

function toldTo(logger: object): Cache<true> {
  const known = told.get(logger)
  if (known) return known
  const fresh = new Cache<true>(100)
  told.set(logger, fresh)
  return fresh
}
