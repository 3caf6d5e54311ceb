import type { Awaitable } from '../../types/common.js'
import type { CompleteCookieAttributes } from '../shared/cookies.js'

/** The fields of SvelteKit's `RequestEvent` that Latchkey reads, or that a configuration function may read. */
export interface KitEvent {
  readonly request: Request
  readonly url: URL
  readonly params: Partial<Record<string, string>>
  readonly platform: Readonly<App.Platform> | undefined
  readonly locals: App.Locals
  readonly cookies: KitCookies
}

interface KitCookies {
  getAll(): { name: string; value: string }[]
  set(name: string, value: string, attributes: CompleteCookieAttributes): void
}

/** The argument of a `handle` hook. */
export interface HandleInput<Event extends KitEvent = KitEvent> {
  event: Event
  resolve(event: Event): Awaitable<Response>
}

/** Builds the `Cookie` header with the cookies set since the request, because a page is rendered after its form action. */
export function buildCookieHeader({ cookies }: KitEvent): string {
  return cookies
    .getAll()
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
}
