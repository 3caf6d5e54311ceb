import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitor } from '../support/visitor.js'
import type { Example } from './examples.js'
import { openSite, type Site } from './site.js'

/** What only members get to see, as HTML or as data. */
const secret = /data-testid[^a-z]{1,6}(protected|account)\b/

/** Headers by which servers of frameworks speak to themselves, or to their own scripts. */
const headers: Record<string, string>[] = [
  {},
  { 'x-middleware-subrequest': 'middleware' },
  { 'x-middleware-subrequest': Array(5).fill('middleware').join(':') },
  { 'x-middleware-subrequest': Array(5).fill('src/middleware').join(':') },
  { 'x-middleware-subrequest': Array(5).fill('proxy').join(':') },
  { 'x-middleware-subrequest-id': '0' },
  { 'x-middleware-next': '1', 'x-middleware-rewrite': '/protected' },
  { 'x-middleware-set-cookie': 'authjs.session-token=x' },
  { 'x-middleware-invoke': '1', 'x-invoke-path': '/protected', 'x-invoke-status': '200' },
  { 'x-matched-path': '/protected', 'x-now-route-matches': '1=/protected' },
  { 'x-nextjs-data': '1' },
  { 'next-url': '/protected', rsc: '1' },
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/protected/__PAGE__' },
  { rsc: '1', 'next-router-state-tree': '%5B%22%22%5D' },
  { 'next-action': '0000000000000000000000000000000000000000' },
  { purpose: 'prefetch', 'sec-purpose': 'prefetch' },
  { 'x-middleware-prefetch': '1' },
  { 'x-original-url': '/protected', 'x-rewrite-url': '/protected' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { 'x-http-method-override': 'GET', 'x-prerender-revalidate': 'x' },
  { 'x-sveltekit-action': 'true', 'x-sveltekit-invalidated': '11', 'x-single-flight': '1' },
  { authorization: 'Bearer x', cookie: 'authjs.session-token=; authjs.session-token=x.y.z' },
]

const paths = ['protected', 'account'].flatMap(page => [
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
  `/_next/data/x/${page}.json`,
  `/_next/data/build/${page}.rsc`,
  `/_next/image?url=%2F${page}&w=640&q=75`,
  `/%${page.charCodeAt(0).toString(16)}${page.slice(1)}`,
  `/${page}%00`,
  `/${page};a=b`,
  `/${page}%3Fa`,
  `/${page.toUpperCase()}`,
  `/en/${page}`,
])

/** Asks an example for its guarded pages as no browser would. */
export function underAttack(example: Example): void {
  describe('under attack', () => {
    let site: Site

    beforeAll(async () => {
      site = await openSite(example, 'jwt')
    })

    afterAll(() => site?.dispose())

    test('shows a member what this test looks for', async () => {
      const ada = visitor(fetch, site.origin, { basePath: example.basePath })
      const details = { email: 'ada@example.com', password: 'latchkey-demo', callbackUrl: '/' }
      await ada.signInWithCredentials(details)
      for (const page of ['/protected', '/account']) {
        expect(await (await ada.get(page)).text()).toMatch(secret)
        expect(await (await ada.get(page, { headers: { rsc: '1' }, follow: true })).text()).toMatch(secret)
      }
    })

    test.each(['GET', 'HEAD', 'POST'])(
      'gives a stranger no byte of a guarded page, whatever %s says',
      async method => {
        const leaks: string[] = []
        const ask = async (path: string, own: Record<string, string>) => {
          const answer = await raw(site.origin, { method, path, headers: own })
          if (secret.test(answer)) leaks.push(`${path} ${JSON.stringify(own)}`)
        }
        for (const path of paths) await Promise.all(headers.map(own => ask(path, own)))
        expect(leaks).toEqual([])
      },
    )
  })
}

interface Raw {
  readonly method: string
  /** As it is, which no web request would be. */
  readonly path: string
  readonly headers: Record<string, string>
}

/** The body of the answer; Next asks for a hash of the headers in the address before it gives data. */
async function raw(origin: string, asked: Raw): Promise<string> {
  const sent = request(origin, asked).end()
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  const { location = '' } = answer?.headers ?? {}
  const body = answer ? await text(answer) : ''
  const isHashed = location.includes('_rsc=') && !location.includes('signin') && location !== asked.path
  return isHashed ? raw(origin, { ...asked, path: location }) : body
}
