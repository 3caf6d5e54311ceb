/** When to look at the session again. */
export interface Occasions {
  /** The page is looked at again. */
  seen(): void
  /** The page is back from where the browser keeps pages that were left: what it shows may be long gone. */
  restored(): void
  /** The network is back. */
  online(): void
}

/**
 * Waits for the occasions that a browser knows.
 *
 * @returns ends the waiting
 */
export function awaitOccasions({ seen, restored, online }: Occasions): () => void {
  const ends = [
    on(document, 'visibilitychange', () => document.hidden || seen()),
    on(window, 'pageshow', event => (event as PageTransitionEvent).persisted && restored()),
    on(window, 'online', online),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function on(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

/** Nobody looks at the page; there has to be one. */
export function isHidden(): boolean {
  return document.hidden
}

/** There is certainly no network. */
export function isOffline(): boolean {
  return navigator.onLine === false
}

/** There is no page: one is rendered for a visitor, or none at all. */
export function isOnServer(): boolean {
  return !globalThis.document
}
