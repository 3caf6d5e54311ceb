import type { RequestHead } from '../../server.js'

/** Returns a header that a cached handler has left of a request, because it is part of the key of its cache. */
export type KeptHeaders = (name: string) => string | null | undefined

/** Headers that name the public URL, and what the client accepts. They tell nothing about the user. */
const routingHeader = /^host$|forwarded|^accept$|^sec-fetch-/

/** Returns a request with the headers that a cached handler has left. Those that name the public URL stay. */
export function toNarrowedRequest<Head extends RequestHead>(request: Head, getKept: KeptHeaders): Head {
  const getHeader = (name: string) =>
    routingHeader.test(name) ? request.getHeader(name) : (getKept(name) ?? null)
  return {
    ...request,
    getHeader,
    toHeaders() {
      const names = [...request.toHeaders().keys()]
      return new Headers(names.flatMap(name => toEntry(name, getHeader(name))))
    },
  }
}

function toEntry(name: string, value: string | null | undefined): [string, string][] {
  return typeof value === 'string' ? [[name, value]] : []
}

/** Headers by which shared caches decide to keep a response. */
const cachingHeaders = [
  'cache-control',
  'cdn-cache-control',
  'surrogate-control',
  'cloudflare-cdn-cache-control',
  'netlify-cdn-cache-control',
  'vercel-cdn-cache-control',
] as const

/** Whether the app has set headers with which shared caches keep the response. */
export function isPublic(getHeader: (name: string) => string | null): boolean {
  return cachingHeaders.some(name => {
    const value = getHeader(name) ?? ''
    const isForAll = name === 'cache-control' ? /\b(?:public|s-maxage)\b/i : /\bmax-?age\b|\bpublic\b/i
    return isForAll.test(value) && !/\b(?:private|no-store)\b/i.test(value)
  })
}

/** Removes the origin of a URL of the app. Caches do not have the host in their key, so that the origin of one visitor would be that of all. */
export function removeOrigin(url: string, origin: string | null): string {
  return origin !== null && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}
