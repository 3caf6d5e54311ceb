import { appendQuery } from '../http/url.js'
import type { Settings } from '../types/context.js'
import type { AuthRequest, RequestAction, RequestHead } from '../types/request.js'
import type { HeadWithOrigin } from './public-origin.js'

/** Builds the request of an action that server code starts. */
export function buildAuthRequest(
  headWithOrigin: HeadWithOrigin,
  settings: Pick<Settings, 'basePath'>,
  parts: Partial<Pick<AuthRequest, 'action' | 'providerId' | 'query' | 'form'>>,
): AuthRequest {
  return new ServerRequest(headWithOrigin, settings, parts)
}

class ServerRequest implements AuthRequest {
  readonly head: RequestHead
  readonly origin: string
  readonly method: AuthRequest['method']
  readonly action: RequestAction
  readonly providerId: string | null
  readonly query: AuthRequest['query']
  readonly form: URLSearchParams | null
  readonly body: AuthRequest['body']
  private readonly basePath: string
  private cachedUrl: URL | null = null

  constructor(...[{ head, origin }, { basePath }, parts]: Parameters<typeof buildAuthRequest>) {
    const { action = 'signin', providerId = null, query = noFields, form = null } = parts
    this.head = head
    this.origin = origin
    this.method = form ? 'POST' : 'GET'
    this.action = action
    this.providerId = providerId
    this.query = query
    this.form = form
    this.body = form ? Object.fromEntries(form) : noFields
    this.basePath = basePath
  }

  /** Reading a session needs no URL, and building it costs as much as parsing the cookies. */
  get url(): URL {
    this.cachedUrl ??= this.buildUrl()
    return this.cachedUrl
  }

  private buildUrl(): URL {
    const segments = this.providerId ? [encodeURIComponent(this.providerId)] : []
    const path = [this.basePath, this.action, ...segments].join('/')
    return new URL(this.origin + appendQuery(path, this.query))
  }
}

const noFields = Object.freeze({})
