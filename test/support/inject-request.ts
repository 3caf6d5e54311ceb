import type { FastifyInstance, InjectOptions } from 'fastify'

/** Sends a request to a Fastify app without a server, as a proxy that ends TLS does. */
export async function injectRequest(app: FastifyInstance, request: Request): Promise<Response> {
  const { host, protocol, pathname, search } = new URL(request.url)
  const forwarded = { host, 'x-forwarded-proto': protocol.slice(0, -1) }
  const result = await app.inject({
    method: request.method as NonNullable<InjectOptions['method']>,
    url: pathname + search,
    headers: { ...forwarded, ...Object.fromEntries(request.headers) },
    ...(request.body ? { payload: await request.text() } : {}),
  })
  const response = new Response(result.statusCode === 204 ? null : result.body, { status: result.statusCode })
  for (const [name, value = []] of Object.entries(result.headers))
    for (const item of [value].flat()) response.headers.append(name, String(item))
  return response
}
