import type { HttpInterceptorFn } from '@angular/common/http'
import { inject, REQUEST } from '@angular/core'
import { isOnServer } from '../page-lifecycle.js'
import { findServerAuth } from './server-auth.js'

/**
 * Sends the cookies of the user with requests of `HttpClient` on the server, only to the origin of the app. In a browser it changes
 * nothing, because the browser sends them itself. Cookies of the responses are not passed on.
 *
 * @example
 * ```ts
 * import { provideHttpClient, withInterceptors } from '@angular/common/http'
 * import { authInterceptor } from 'latchkey/angular'
 *
 * export const providers = [provideHttpClient(withInterceptors([authInterceptor]))]
 * ```
 */
export const authInterceptor: HttpInterceptorFn = (request, next) => {
  const rendered = isOnServer() ? inject(REQUEST, { optional: true }) : null
  const cookie = rendered?.headers.get('cookie')
  if (!rendered || !cookie || request.headers.has('cookie')) return next(request)
  const { origin } = new URL(request.url, rendered.url)
  if (origin !== findServerAuth()?.origin) return next(request)
  return next(request.clone({ setHeaders: { cookie } }))
}
