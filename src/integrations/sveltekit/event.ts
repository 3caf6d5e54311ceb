import type { Awaitable } from '../../types/common.js'
import type { CompleteCookieAttributes } from '../shared/cookies.js'

/** As much of SvelteKit's `RequestEvent` as is looked at, and what a configuration may depend on. */
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

/** What a hook is given. */
export interface HandleInput<Event extends KitEvent = KitEvent> {
  event: Event
  resolve(event: Event): Awaitable<Response>
}

/** The cookies of the request, and over them what was set since: a page is rendered after its form action. */
export function buildCookieHeader({ cookies }: KitEvent): string {
  return cookies
    .getAll()
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
}
