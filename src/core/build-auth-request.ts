import { appendQuery } from '../http/url.js'
import type { Settings } from '../types/context.js'
import type { AuthRequest } from '../types/request.js'
import type { FormFields } from '../types/server.js'
import type { HeadWithOrigin } from './public-origin.js'

/** Builds the form that a built-in page would send. */
export function buildForm(
  { head }: HeadWithOrigin,
  fields: FormFields = {},
  redirectTo?: string,
): URLSearchParams {
  const callbackUrl = redirectTo || fields.callbackUrl || head.getHeader('referer') || '/'
  const entries = Object.entries({ ...fields, callbackUrl }).filter(([, value]) => value != null)
  const form = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  form.delete('__proto__')
  return form
}

type RequestParts = Partial<Pick<AuthRequest, 'action' | 'providerId' | 'query' | 'form'>>

/** Builds the request of an action that server code of the app runs. */
export function buildAuthRequest(
  { head, origin }: HeadWithOrigin,
  { basePath }: Settings,
  parts: RequestParts,
): AuthRequest {
  const { action = 'signin', providerId = null, query = {}, form = null } = parts
  const path = [basePath, action, ...(providerId ? [encodeURIComponent(providerId)] : [])].join('/')
  const url = new URL(origin + appendQuery(path, query))
  const method = form ? 'POST' : 'GET'
  return { head, method, url, action, providerId, query, form, body: Object.fromEntries(form ?? []) }
}
