import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { hasManyFrameworks } from './examples.js'

/** What is asked for that nobody but members may see. */
export interface GuardedPages {
  readonly origin: string
  /** Paths of guarded pages. */
  readonly pages: readonly string[]
  /** Stands in each of them, as HTML or as data. */
  readonly secret: RegExp
  /** In the addresses of Next's data. */
  readonly buildId: string
}

/** As which a stranger asks. HEAD gets no byte of anything. */
export const methods = ['GET', 'POST']

/** What Next calls the build in a folder; other frameworks give theirs no name that is asked for. */
export function readBuildId(folder: string): string {
  const file = `${folder}/.next/BUILD_ID`
  return existsSync(file) ? readFileSync(file, 'utf8') : 'build'
}

/** Asks for guarded pages as no browser would; gives the requests that were answered with a secret. */
export async function findLeaks(siege: GuardedPages, method: string): Promise<string[]> {
  const { origin, pages, secret, buildId } = siege
  const asked = pages.flatMap(page => listRequests(page, buildId, method))
  const leaks: string[] = []
  const sendRequests = async () => {
    for (let next = asked.pop(); next; next = asked.pop())
      if (secret.test(await sendRaw(origin, next))) leaks.push(`${next.path} ${JSON.stringify(next.headers)}`)
  }
  await Promise.all(Array.from({ length: agent.maxSockets }, sendRequests))
  return leaks
}

/** Either path or headers are odd; where there is time also both, by GET, for which Next has many ways of its own. */
function listRequests(page: string, buildId: string, method: string): RawRequest[] {
  const [paths, headers] = [listPaths(page.slice(1), buildId), listHeaders(page)]
  const all = paths.flatMap(path => headers.map(own => ({ method, path, headers: own })))
  const isPlain = ({ path, headers: own }: RawRequest) => path === page || Object.keys(own).length === 0
  return method === 'GET' && hasManyFrameworks ? all : all.filter(isPlain)
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** Headers by which servers of frameworks speak to themselves, or to their own scripts. */
const listHeaders = (page: string): Record<string, string>[] => [
  {},
  { 'x-middleware-subrequest': 'middleware' },
  { 'x-middleware-subrequest': Array(5).fill('middleware').join(':') },
  { 'x-middleware-subrequest': Array(5).fill('src/middleware').join(':') },
  { 'x-middleware-subrequest': Array(5).fill('proxy').join(':') },
  { 'x-middleware-subrequest-id': '0' },
  { 'x-middleware-next': '1', 'x-middleware-rewrite': page },
  { 'x-middleware-set-cookie': 'authjs.session-token=x' },
  { 'x-middleware-invoke': '1', 'x-invoke-path': page, 'x-invoke-status': '200' },
  { 'x-matched-path': page, 'x-now-route-matches': `1=${page}` },
  { 'x-nextjs-data': '1' },
  { 'next-url': page, rsc: '1' },
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': `${page}/__PAGE__` },
  { rsc: '1', 'next-router-state-tree': '%5B%22%22%5D' },
  { 'next-action': '0000000000000000000000000000000000000000' },
  { purpose: 'prefetch', 'sec-purpose': 'prefetch' },
  { 'x-middleware-prefetch': '1' },
  { 'x-original-url': page, 'x-rewrite-url': page },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { 'x-http-method-override': 'GET', 'x-prerender-revalidate': 'x' },
  { 'x-sveltekit-action': 'true', 'x-sveltekit-invalidated': '11', 'x-single-flight': '1' },
  { authorization: 'Bearer x', cookie: 'authjs.session-token=; authjs.session-token=x.y.z' },
]

/** By which one could try to get to a page; `page` is without its first slash. */
const listPaths = (page: string, buildId: string): string[] => [
  `/${page}`,
  `/${page}?_rsc=1`,
  `/${page}/`,
  `//${page}`,
  `/%2f${page}`,
  `/./${page}`,
  `/api/auth/../../${page}`,
  `/api/auth/..%2f..%2f${page}`,
  `/api/auth/signin/../../../${page}`,
  `/_next/static/../../${page}`,
  `/_next/static/%2e%2e/%2e%2e/${page}`,
  `/_next/static/..%2f..%2f${page}`,
  `/${page}.rsc`,
  `/${page}.json`,
  `/${page}.html`,
  `/${page}.txt`,
  `/${page}.segments/_tree.segment.rsc`,
  `/${page}.segments/${page}/__PAGE__.segment.rsc`,
  `/${page}.prefetch.rsc`,
  `/${page}/__data.json`,
  `/_next/data/${buildId}/${page}.json`,
  `/_next/data/${buildId}/${page}.rsc`,
  `/_next/data/${buildId}/en/${page}.json`,
  `/_next/data/${buildId}/%2e/${page}.json`,
  `/_next/image?url=%2F${page}&w=640&q=75`,
  `/%${page.charCodeAt(0).toString(16)}${page.slice(1)}`,
  `/${page}%00`,
  `/${page};a=b`,
  `/${page}%3Fa`,
  `/${page.toUpperCase()}`,
  `/en/${page}`,
]

interface RawRequest {
  readonly method: string
  /** As it is, which no web request would be. */
  readonly path: string
  readonly headers: Record<string, string>
}

/** The body of the answer; Next asks for a hash of the headers in the address before it gives data. */
async function sendRaw(origin: string, asked: RawRequest): Promise<string> {
  const sent = request(origin, { ...asked, agent }).end()
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  const { location = '' } = answer?.headers ?? {}
  const body = answer ? await text(answer) : ''
  const isHashed = location.includes('_rsc=') && !location.includes('signin') && location !== asked.path
  return isHashed ? sendRaw(origin, { ...asked, path: location }) : body
}
