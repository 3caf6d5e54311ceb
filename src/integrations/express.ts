import type { ServerResponse } from 'node:http'
import { Cache } from '../base/cache.js'
import { withEnvDefaults } from '../config/with-env-defaults.js'
import { getServerSession, peekSession } from '../core/server-api.js'
import type { AuthConfig } from '../types/config.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import { getMountPath, type MountedRequest } from './express/mount-path.js'
import { handleRequest } from './node/handle-request.js'
import { type NodeRequest, toRequestHead } from './node/request.js'
import { addCookies, writeResponse } from './node/write-response.js'
import { type ConfigInput, resolveConfig } from './shared/config-input.js'
import { serializeSetCookies } from './shared/cookies.js'

export { AuthError, CredentialsSignin } from '../errors.js'
export type { Account, DefaultSession, InferSession, Profile, Session, User } from '../index.js'
export { customFetch } from '../types/symbols.js'

/** The configuration of an Express app: what is left out is taken from the environment, and the mount is the base path. */
export type ExpressAuthConfig = Omit<AuthConfig, 'raw'>

/** What `getSession` gives. */
export type GetSessionResult = Promise<Session | null>

/** As much of Express's `Request` as is looked at; that of Express 4 and of Express 5 both fit. */
export interface ExpressRequest extends NodeRequest, MountedRequest {
  originalUrl: string
}

/** As much as is looked at to read a session. */
export interface SessionSource extends NodeRequest {
  /** Where Express keeps the answer. */
  res?: ServerResponse | undefined
}

/** A middleware, for `app.use`, `app.all` or a router. */
export type ExpressHandler<Req extends ExpressRequest = ExpressRequest> = (
  req: Req,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>

/**
 * Serves the authentication actions in an Express 4 or 5 app, below the path where it is mounted.
 *
 * Secret, trusted host and provider credentials are read from the environment where the configuration leaves them out.
 * Parsers of bodies may run before it. Mounted without a path it serves `basePath` (default `/auth`), and leaves all
 * other requests to whatever comes next.
 *
 * @param config or a function that gives it for a request; a function that fails makes an error of Express
 *
 * @example
 * ```ts
 * import { ExpressAuth, type ExpressAuthConfig } from 'latchkey/express'
 *
 * declare const app: { use(path: string, handler: ReturnType<typeof ExpressAuth>): void }
 *
 * const config: ExpressAuthConfig = {
 *   providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
 * }
 *
 * app.use('/auth', ExpressAuth(config))
 * ```
 */
export function ExpressAuth<Req extends ExpressRequest = ExpressRequest>(
  config: ConfigInput<ExpressAuthConfig, Req>,
): ExpressHandler<Req> {
  const withMountDefaults = createMountDefaults()
  return async (req, res, next) => {
    try {
      const resolved = await resolveConfig(config, req)
      const mount = getMountPath(req)
      const completed = mount ? withMountDefaults(mount)(resolved) : withDefaults(resolved)
      if (!mount && !isBelowBasePath(req.originalUrl, completed.basePath)) return next()
      await writeResponse(await handleRequest(req, completed), res)
    } catch (error) {
      next(error)
    }
  }
}

/**
 * Reads the session of a request.
 *
 * @param res the session is extended when that is due, by a cookie of this answer; `null` changes nothing. @default the
 *   answer that belongs to the request
 * @returns the session with the whole user, or `null` when nobody is signed in
 * @throws SessionUnavailable when the store or a callback failed: answer 503, the visitor is still signed in
 * @throws AuthError when the configuration is at fault
 *
 * @example
 * ```ts
 * import type { ServerResponse } from 'node:http'
 * import { type ExpressAuthConfig, type ExpressRequest, getSession } from 'latchkey/express'
 *
 * declare const config: ExpressAuthConfig
 *
 * export async function hello(req: ExpressRequest, res: ServerResponse) {
 *   const session = await getSession(req, config)
 *   res.end(`Hello ${session?.user?.name ?? 'stranger'}`)
 * }
 * ```
 */
export async function getSession<Config extends ExpressAuthConfig>(
  req: SessionSource,
  config: Config,
  res?: ServerResponse | null,
): Promise<InferSession<Config> | null>
export async function getSession(
  req: SessionSource,
  config: ExpressAuthConfig,
  res: ServerResponse | null | undefined = req.res,
): GetSessionResult {
  const completed = withDefaults(config)
  const request = toRequestHead(req, completed)
  if (!request) return null
  if (!res || res.headersSent) return peekSession(request, completed)
  const sessionResult = await getServerSession(request, completed)
  addCookies(serializeSetCookies(sessionResult.cookies), res)
  return sessionResult.session
}

const withDefaults = withEnvDefaults()

type ConfigCompleter = ReturnType<typeof withEnvDefaults>

/** Mounts that are kept; the path of one may have a parameter, which visitors choose. */
const maxCachedMounts = 100

/** The mount says what the base path is, and the app's object is not written to: each mount has a copy. */
function createMountDefaults(): (basePath: string) => ConfigCompleter {
  const mounts = new Cache<ConfigCompleter>(maxCachedMounts)
  return basePath =>
    mounts.get(basePath) ??
    mounts.set(
      basePath,
      withEnvDefaults(() => ({ basePath })),
    )
}

function isBelowBasePath(url: string, basePath = ''): boolean {
  return url.startsWith(`${basePath.replace(/\/+$/, '')}/`)
}
