import { HttpClient, provideHttpClient, withInterceptors } from '@angular/common/http'
import {
  type ApplicationConfig,
  afterNextRender,
  Component,
  DOCUMENT,
  inject,
  REQUEST,
  RESPONSE_INIT,
  resource,
} from '@angular/core'
import { provideClientHydration } from '@angular/platform-browser'
import {
  type CanActivateFn,
  provideRouter,
  RedirectCommand,
  type ResolveFn,
  Router,
  RouterLink,
  RouterOutlet,
} from '@angular/router'
import { authInterceptor, injectSession, provideAuth, requireAuth } from 'latchkey/angular'
import { firstValueFrom } from 'rxjs'

@Component({
  selector: 'app-root',
  imports: [RouterLink, RouterOutlet],
  template: `
    <nav>
      @for (page of pages; track page) {
        <a [routerLink]="page">{{ page }}</a>
      }
    </nav>
    <router-outlet />
  `,
})
export class App {
  readonly pages = ['/ok', '/account', '/recent', '/members']

  constructor() {
    const { documentElement } = inject(DOCUMENT)
    afterNextRender(() => documentElement.setAttribute('data-interactive', ''))
  }
}

/** Ends on the server only, so that the first navigation of the browser goes on. */
const isReady: ResolveFn<boolean> = () => inject(REQUEST) !== null || new Promise(() => {})

/** Sets the cookies of the app. Guards run again after a redirect. */
const addCookies: CanActivateFn = () => {
  const headers = inject(RESPONSE_INIT)?.headers
  if (!(headers instanceof Headers) || headers.has('set-cookie')) return true
  headers.append('set-cookie', 'theme=dark; Path=/; Expires=Tue, 01 Jan 2041 00:00:00 GMT')
  headers.append('set-cookie', 'seen=yes; Path=/; HttpOnly')
  return true
}

const publicHeaders = {
  'cache-control': 'public, max-age=60, s-maxage=60',
  'cdn-cache-control': 'public, max-age=60',
}

/** Lets caches keep the response, if the request says so. */
const setCacheHeaders: CanActivateFn = () => {
  const headers = inject(RESPONSE_INIT)?.headers
  if (!(headers instanceof Headers) || inject(REQUEST)?.headers.get('x-cache') !== 'public') return true
  for (const [name, value] of Object.entries(publicHeaders)) headers.set(name, value)
  return true
}

@Component({
  template: '<main>{{ session.data()?.user?.email ?? "visitor" }}</main><i>{{ session.status() }}</i>',
})
class Email {
  readonly session = injectSession()
}

@Component({ template: '<main>No.</main>' })
class Unauthorized {
  constructor() {
    const init = inject(RESPONSE_INIT)
    if (init) init.status = 401
  }
}

/** Requests the session of the app and of another origin with `HttpClient`. */
@Component({ template: '<main>{{ answers.value() }}</main>' })
class Requests {
  readonly #http = inject(HttpClient)
  readonly answers = resource({
    loader: async () => {
      const other = new URL(globalThis.otherOrigin ?? 'http://localhost')
      const own = await firstValueFrom(this.#http.get('/echo', { responseType: 'text' }))
      return `${own} ${await firstValueFrom(this.#http.get(`${other.origin}/echo`, { responseType: 'text' }))}`
    },
  })
}

declare global {
  var otherOrigin: string | undefined
}

export const appConfig: ApplicationConfig = {
  providers: [
    provideAuth(),
    provideClientHydration(),
    provideHttpClient(withInterceptors([authInterceptor])),
    provideRouter([
      { path: 'account', canActivate: [requireAuth(), setCacheHeaders], component: Email },
      { path: 'recent', canActivate: [requireAuth({ maxAge: 600 })], component: Email },
      { path: 'members', canActivate: [requireAuth({ signInPath: '/login' })], component: Email },
      { path: 'login', component: Email },
      { path: 'static', component: Email },
      {
        path: 'browser-only',
        children: [
          { path: 'account', canActivate: [requireAuth()], component: Email },
          { path: 'recent', canActivate: [requireAuth({ maxAge: 600 })], component: Email },
        ],
      },
      { path: 'pending', resolve: { isReady }, component: Email },
      {
        path: '',
        canActivate: [addCookies, setCacheHeaders],
        children: [
          { path: 'ok', component: Email },
          { path: 'requests', component: Requests },
          { path: 'unauthorized', component: Unauthorized },
          {
            path: 'redirect',
            canActivate: [() => new RedirectCommand(inject(Router).parseUrl('/ok'))],
            component: Email,
          },
        ],
      },
    ]),
  ],
}
