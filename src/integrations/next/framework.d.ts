/**
 * As much of Next as is used here, for the compiler of this repository; an app's finds Next itself. Its own types would make
 * `NODE_ENV` required in every environment that is passed to a process anywhere in these sources.
 */
declare module 'next/cache.js' {
  const nextCache: {
    /** Waits until Next reads data at request time. Next 16.3 and newer have it. */
    io?(): Promise<void>
  }
  export default nextCache
}

declare module 'next/headers.js' {
  interface CookieStore {
    getAll(): { name: string; value: string }[]
    set(name: string, value: string, attributes: object): unknown
    delete(name: string): unknown
  }
  export function headers(): Promise<Headers>
  export function cookies(): Promise<CookieStore>
}

declare module 'next/navigation' {
  export function redirect(url: string): never
}

declare module 'next/server.js' {
  /** Its path is without Next's own `basePath` and without the locale; `href` has both. */
  export interface NextUrl extends URL {
    readonly basePath: string
    clone(): NextUrl
  }
  export class NextRequest extends Request {
    readonly nextUrl: NextUrl
  }
  export class NextResponse extends Response {
    static next(): NextResponse
    static override redirect(url: string | URL, status: number): NextResponse
  }
  export interface NextFetchEvent {
    waitUntil(work: Promise<unknown>): void
  }
}
