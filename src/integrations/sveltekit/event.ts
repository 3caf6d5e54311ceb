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
  /** Absent in events that an app builds in its tests. */
  getClientAddress?(): string
  /** Whether the router of the browser requests the data of a page. */
  readonly isDataRequest?: boolean
  setHeaders?(headers: Record<string, string>): void
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

/** Reads the IP address of the client. The adapter of SvelteKit knows it; while pages are prerendered, there is none. */
export function readClientAddress(event: KitEvent): string | null {
  try {
    return event.getClientAddress?.() ?? null
  } catch {
    return null
  }
}
