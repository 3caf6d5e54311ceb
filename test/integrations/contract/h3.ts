import { H3Auth } from 'latchkey/h3'
import type { AuthConfig } from 'latchkey/server'
import {
  type IntegrationSetup,
  type IntegrationUnderTest,
  integrationCookies,
  publicHeaders,
} from 'latchkey/testing'
import {
  type H3TwoApp,
  loadH3One,
  loadH3Two,
  type TestEvent,
  type TestEventTwo,
} from '../../h3/h3-versions.js'
import { serve } from '../../support/serve.js'
import { forward, serveBehindProxy } from './proxy.js'

const failure = 'Something went wrong.'

/** h3 1, as in Nitro 2 and Nuxt 4. */
export const h3One: IntegrationUnderTest = {
  name: 'latchkey/h3 on h3 1',
  serve: async (config, { parsesBodies = false } = {}) => {
    const h3 = await loadH3One()
    const { appendResponseHeader, createApp, eventHandler, readBody, toNodeListener } = h3
    const { getRequestHeader, setResponseHeader } = h3
    const { auth, requireAuth } = H3Auth(config)
    const app = createApp({
      onError: ({ statusCode }, { node: { res } }) => void res.writeHead(statusCode).end(failure),
    })
    if (parsesBodies)
      app.use(async event => void (event.node.req.method === 'POST' && (await readBody(event))))
    app.use(eventHandler(auth))
    const handlers = createHandlers({
      appendCookie: (event, line) => appendResponseHeader(event, 'set-cookie', line),
      setHeader: (event, name, value) => setResponseHeader(event, name, value),
      getHeader: (event, name) => getRequestHeader(event, name),
    })
    for (const [path, handler] of Object.entries(handlers))
      if (path !== '/account') app.use(path, eventHandler(handler))
    app.use('/account', eventHandler(requireAuth()))
    app.use('/account', eventHandler(handlers['/account']))
    return serveBehindProxy(toNodeListener(app))
  },
}

/** h3 2 as a function from a `Request` to a `Response`. */
export const h3Two: IntegrationUnderTest = {
  name: 'latchkey/h3 on h3 2',
  serve: async (config, setup) => {
    const app = await createTwoApp(config, setup)
    return { answer: async request => app.fetch(request), close: async () => {} }
  },
}

/** h3 2 on a Node server. */
export const h3TwoOnNode: IntegrationUnderTest = {
  name: 'latchkey/h3 on h3 2 and Node',
  serve: async (config, setup) => {
    const { toNodeHandler } = await loadH3Two()
    return forward(await serve(toNodeHandler(await createTwoApp(config, setup))))
  },
}

async function createTwoApp(
  config: AuthConfig,
  { parsesBodies = false }: IntegrationSetup = {},
): Promise<H3TwoApp> {
  const { H3 } = await loadH3Two()
  const { auth, requireAuth } = H3Auth(config)
  const app = new H3({
    silent: true,
    onError({ status }, { res }) {
      res.status = status
      return failure
    },
  })
  // h3 2 keeps no body that it has read, so its middleware reads a copy.
  if (parsesBodies) app.use(async ({ req }) => void (await (req as Request).clone().text()))
  app.use(auth)
  const handlers = createHandlers<TestEventTwo>({
    appendCookie({ res }, line) {
      res.headers.append('set-cookie', line)
      res.errHeaders.append('set-cookie', line)
    },
    setHeader: ({ res }, name, value) => res.headers.set(name, value),
    getHeader: ({ req }, name) => (req as Request).headers.get(name),
  })
  for (const [path, handler] of Object.entries(handlers))
    app.get(path, handler, { middleware: path === '/account' ? [requireAuth()] : [] })
  return app
}

/** What differs between the versions. */
interface HeaderFunctions<Event> {
  appendCookie(event: Event, line: string): void
  setHeader(event: Event, name: string, value: string): unknown
  getHeader(event: Event, name: string): string | readonly string[] | null | undefined
}

/** Creates the handlers, which are the same in both versions but for headers. */
function createHandlers<Event extends TestEvent>({
  appendCookie,
  setHeader,
  getHeader,
}: HeaderFunctions<Event>) {
  function setCacheHeaders(event: Event): void {
    if (getHeader(event, 'x-cache') !== 'public') return
    for (const [name, value] of Object.entries(publicHeaders)) setHeader(event, name, value)
  }

  async function readEmail(event: Event): Promise<string> {
    setCacheHeaders(event)
    for (const line of integrationCookies) appendCookie(event, line)
    return (await event.context.auth.getSession())?.user?.email ?? 'visitor'
  }
  return {
    '/ok': readEmail,
    async '/redirect'(event: Event) {
      await readEmail(event)
      return new Response(null, { status: 302, headers: { location: '/ok' } })
    },
    async '/unauthorized'(event: Event) {
      await readEmail(event)
      return new Response('No.', { status: 401 })
    },
    async '/error'(event: Event) {
      await readEmail(event)
      throw new Error('broken')
    },
    async '/stream'(event: Event) {
      const email = await readEmail(event)
      return new Blob([email]).stream()
    },
    async '/account'(event: Event) {
      setCacheHeaders(event)
      return String(event.context.session?.user?.email)
    },
    '/sign-in': (event: Event) =>
      event.context.auth.signIn({
        provider: 'credentials',
        fields: Object.fromEntries(new URL(readPath(event), 'http://localhost').searchParams),
      }),
    '/sign-out': (event: Event) => event.context.auth.signOut(),
  }
}

/** Returns the path with the query. */
function readPath({ path, req }: { readonly path?: string; readonly req?: unknown }): string {
  return req instanceof Request ? req.url : (path ?? '/')
}
