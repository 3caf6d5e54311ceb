/** Listeners for moments when the session may have changed. */
export interface PageLifecycleListeners {
  /** Called when the page becomes visible. */
  visible(): void
  /** Called when the browser restores the page from its back/forward cache. The page may be outdated. */
  restored(): void
  /** Called when the network is back. */
  online(): void
}

/**
 * Adds listeners to the document and the window.
 *
 * @returns function that removes them
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

/** Adds a listener. @returns function that removes it */
export function addListener(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

/** Returns whether the page is hidden. Requires a document. */
export function isHidden(): boolean {
  return document.hidden
}

/** Returns whether the browser reports that it is offline. A test that replaces the document may have no `navigator`. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false
}

/** Returns whether the code runs without a document, for example during server rendering. */
export function isOnServer(): boolean {
  return !globalThis.document
}
