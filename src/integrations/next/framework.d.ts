/**
 * The part of Next that this repository uses, for its compiler only. The compiler of an app finds the types of Next. They would
 * make `NODE_ENV` required in every environment that these sources pass to a process.
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
