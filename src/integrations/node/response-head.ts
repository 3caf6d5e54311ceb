import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { MutableHeaders } from '../../server.js'

/**
 * Calls a function before the status and the headers of a response are written: also of an error, a stream and a response that the app
 * writes itself. Its headers are added to those of the app.
 */
export function addHeadHook(res: ServerResponse, onHead: () => void): void {
  const { writeHead } = res
  let wasCalled = false
  Object.assign(res, {
    writeHead(status: number, ...rest: readonly unknown[]): unknown {
      const message = rest.filter(value => typeof value === 'string')
      // `writeHead` would replace the cookies of `onHead` by its own.
      for (const headers of rest) if (isHeaders(headers)) setHeaders(res, headers)
      if (!wasCalled) onHead()
      wasCalled = true
      return Reflect.apply(writeHead, res, [status, ...message])
    },
  })
}

type HeadersArgument = OutgoingHttpHeaders | readonly unknown[]

function isHeaders(value: unknown): value is HeadersArgument {
  return typeof value === 'object' && value !== null
}

/** Sets headers as `writeHead` does. A list alternates names and values, and may repeat a name. */
function setHeaders(res: ServerResponse, headers: HeadersArgument): void {
  const pairs = isList(headers) ? toPairs(headers) : Object.entries(headers)
  for (const [name] of pairs) res.removeHeader(name)
  for (const [name, value = ''] of pairs) res.appendHeader(name, Array.isArray(value) ? value : String(value))
}

function isList(headers: HeadersArgument): headers is readonly unknown[] {
  return Array.isArray(headers)
}

function toPairs(list: readonly unknown[]): (readonly [string, string])[] {
  const names = list.filter((_, index) => index % 2 === 0)
  return names.map((name, index) => [String(name), String(list[index * 2 + 1])] as const)
}

/** Returns the headers of a response of Node, to read and change until they are sent. */
export function toMutableHeaders(res: ServerResponse): MutableHeaders {
  return {
    get: name => (res.hasHeader(name) ? [res.getHeader(name)].flat().join(', ') : null),
    set: (name, value) => void res.setHeader(name, value),
    delete: name => res.removeHeader(name),
  }
}

/** What restricts how caches may keep a response. */
export interface CachingRestriction {
  restrictCaching(headers: MutableHeaders): void
}

/** Restricts how caches may keep a response when its headers are sent: the app may set others until then. */
export function restrictCachingAtHead(res: ServerResponse, restriction: CachingRestriction): void {
  addHeadHook(res, () => restriction.restrictCaching(toMutableHeaders(res)))
}

/** A response of a Node server, for integrations that run on other runtimes too. */
export type NodeResponse = ServerResponse
