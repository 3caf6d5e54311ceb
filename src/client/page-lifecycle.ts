/** When to look at the session again. */
export interface PageLifecycleListeners {
  /** The page is looked at again. */
  visible(): void
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
export function listenToPageLifecycle({ visible, restored, online }: PageLifecycleListeners): () => void {
  const unsubscribers = [
    addListener(document, 'visibilitychange', () => document.hidden || visible()),
    addListener(window, 'pageshow', event => (event as PageTransitionEvent).persisted && restored()),
    addListener(window, 'online', online),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

function addListener(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
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
