import { addListener } from './page-lifecycle.js'

/**
 * Returns the marker that the server changes with the session (`sessions/session-marker.ts`); empty if there is none. It is found by the
 * form of its value, because an app can rename the cookie.
 */
export function readSessionMarker(): string {
  try {
    return String(document.cookie.match(/=latchkey\.\w+/g) ?? '')
  } catch {
    // A server has no document, and a frame with `sandbox` has no cookies.
    return ''
  }
}

/**
 * Calls a listener when cookies may have changed: at the end of each request of this page, and in current browsers as soon as a cookie
 * changes, also while a response is streamed.
 *
 * @returns function that ends it
 */
export function listenToCookies(listener: () => void): () => void {
  const unsubscribers: (() => void)[] = []
  if (globalThis.PerformanceObserver) {
    const observer = new PerformanceObserver(listener)
    observer.observe({ entryTypes: ['resource'] })
    unsubscribers.push(() => observer.disconnect())
  }
  const cookieStore = getCookieStore()
  if (cookieStore) unsubscribers.push(addListener(cookieStore, 'change', listener))
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

/** Returns the source of events about cookies, which each tab receives. Older browsers and pages without https have none. */
export function getCookieStore(): EventTarget | undefined {
  return (globalThis as { cookieStore?: EventTarget }).cookieStore
}
