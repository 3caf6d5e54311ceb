import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { hasManyFrameworks } from './examples.js'

/** Pages that only signed-in users may see. */
export interface GuardedPages {
  readonly origin: string
  /** Paths of guarded pages. */
  readonly pages: readonly string[]
  /** Matches the content of each page, as HTML or as data. */
  readonly secret: RegExp
  /** The build id in the URLs of Next data. */
  readonly buildId: string
}

/** The request methods of the bypass attempts. HEAD is omitted, because its responses have no body. */
export const methods = ['GET', 'POST']

/** Reads the build id of Next. Other frameworks have none in their URLs. */
export function readBuildId(folder: string): string {
  const file = `${folder}/.next/BUILD_ID`
  return existsSync(file) ? readFileSync(file, 'utf8') : 'build'
}

/** Sends bypass attempts and returns the requests whose response contained protected content. */
export async function findLeaks(target: GuardedPages, method: string): Promise<string[]> {
  const { origin, pages, secret, buildId } = target
  const attempts = pages.flatMap(page => listRequests(page, buildId, method))
  const leaks: string[] = []
  const sendRequests = async () => {
    for (let next = attempts.pop(); next; next = attempts.pop())
      if (secret.test(await sendRaw(origin, next))) leaks.push(`${next.path} ${JSON.stringify(next.headers)}`)
  }
  await Promise.all(Array.from({ length: agent.maxSockets }, sendRequests))
  return leaks
}

/** Each attempt has an unusual path or unusual headers. With all frameworks, GET requests also combine both. */
function listRequests(page: string, buildId: string, method: string): RawRequest[] {
  const [paths, headers] = [listPaths(page.slice(1), buildId), listHeaders(page)]
  const all = paths.flatMap(path => headers.map(own => ({ method, path, headers: own })))
  const isPlain = ({ path, headers: own }: RawRequest) => path === page || Object.keys(own).length === 0
  return method === 'GET' && hasManyFrameworks ? all : all.filter(isPlain)
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** Internal headers of the frameworks and headers of their client scripts. */
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

/** Paths that could bypass the guard of a page. `page` has no leading slash. */
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
  /** The raw path, without URL normalization. */
  readonly path: string
  readonly headers: Record<string, string>
}

/** Returns the response body. Follows the redirect with which Next adds a hash of the headers to the URL. */
async function sendRaw(origin: string, attempt: RawRequest): Promise<string> {
  const sent = request(origin, { ...attempt, agent }).end()
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  const { location = '' } = answer?.headers ?? {}
  const body = answer ? await text(answer) : ''
  const isHashed = location.includes('_rsc=') && !location.includes('signin') && location !== attempt.path
  return isHashed ? sendRaw(origin, { ...attempt, path: location }) : body
}
