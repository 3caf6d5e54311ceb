import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { HonoAuth } from 'latchkey/hono'
import { NodeAuth } from 'latchkey/node'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, getLocation, origin, sessionCookie } from '../support/app.js'
import { serve } from '../support/serve.js'
import { type App, createVisitor } from '../support/visitor.js'

/** Encodes a form as `fetch` does. */
function createForm(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

async function post(
  path: string,
  fields: Record<string, string | Blob>,
  headers: Record<string, string> = {},
) {
  const app = createTestApp({ providers: [credentials] })
  const visit = app.open()
  const csrfToken = await visit.getCsrfToken()
  const body = createForm({ csrfToken, ...fields })
  const cookie = visit.jar.header(origin)
  const request = new Request(`${origin}/auth/${path}`, {
    method: 'POST',
    body,
    headers: { cookie, ...headers },
  })
  return { ...app, response: await app.answer(request) }
}

describe('a multipart form', () => {
  test('signs in, as one that is URL-encoded', async () => {
    const { response } = await post('callback/credentials', { ...ada, callbackUrl: '/in', name: 'Zoë 😀' })
    expect(getLocation(response)).toBe(`${origin}/in`)
    expect(response.headers.getSetCookie().join()).toContain(sessionCookie)
  })

  test('may have a file, which is ignored', async () => {
    const { response } = await post('callback/credentials', { ...ada, photo: new Blob(['x'.repeat(1_000)]) })
    expect(getLocation(response)).toBe(origin)
  })

  test('is limited to 20,000 bytes', async () => {
    const { response } = await post('signout', { photo: new Blob(['x'.repeat(20_000)]) })
    expect(response.status).toBe(413)
  })

  test('needs the CSRF token', async () => {
    const { response } = await post('callback/credentials', { ...ada, csrfToken: 'wrong' })
    expect(getLocation(response)).toContain('error=MissingCSRF')
  })

  test('cannot set a prototype', async () => {
    const { response, log } = await post('callback/credentials', { ...ada, ['__proto__']: 'x' })
    expect([getLocation(response), log.types()]).toEqual([origin, []])
  })
})

test.each([
  ['text/plain', 'csrfToken=x', 'A body of type "text/plain" is not read. Send a form or JSON.'],
  ['application/xml', '<csrfToken/>', 'A body of type "application/xml" is not read. Send a form or JSON.'],
  [
    'multipart/form-data; boundary=x',
    'csrfToken=x',
    'The body of type "multipart/form-data; boundary=x" has no fields.',
  ],
])('a missing CSRF token of a body of type %s names the type', async (type, body, message) => {
  const { answer, log } = createTestApp({ providers: [credentials] })
  await answer(
    new Request(`${origin}/auth/signout`, { method: 'POST', body, headers: { 'content-type': type } }),
  )
  expect(log.errors[0]?.message).toContain(message)
})

describe.each(['unread', 'parsed'] as const)('a multipart form whose body is %s by other code', kind => {
  test('is read by the integration for node:http', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    const handle = NodeAuth(config)
    const served = await serve(async (req, res) => {
      if (kind === 'parsed' && req.method === 'POST') Object.assign(req, { body: await parseFields(req) })
      await handle(req, res)
    })
    expect(await submit(fetch, served.origin)).toBe(served.origin)
    await served.close()
  })

  test('is read by the integration for Hono', async () => {
    const { config } = createTestApp({ providers: [credentials] })
    const app = new Hono()
    if (kind === 'parsed')
      app.use(async (c, next) => {
        if (c.req.method === 'POST') await c.req.parseBody()
        await next()
      })
    app.use(HonoAuth(config).auth)
    expect(await submit(request => app.request(request), origin)).toBe(origin)
  })
})

/** Sends the form of a password to an app. Returns where it redirects to. */
async function submit(app: App, site: string): Promise<string | null> {
  const visit = createVisitor(app, site)
  const body = createForm({ csrfToken: await visit.getCsrfToken(), ...ada })
  const headers = { cookie: visit.jar.header(site) }
  const url = `${site}/auth/callback/credentials`
  return getLocation(await app(new Request(url, { method: 'POST', body, headers, redirect: 'manual' })))
}

/** Reads the fields as a body parser does. */
async function parseFields(req: IncomingMessage): Promise<object> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(Buffer.from(chunk))
  const headers = { 'content-type': req.headers['content-type'] ?? '' }
  return Object.fromEntries(await new Response(Buffer.concat(chunks), { headers }).formData())
}
