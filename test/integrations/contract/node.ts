import type { IncomingMessage, ServerResponse } from 'node:http'
import { getSession, NodeAuth, requireAuth } from 'latchkey/node'
import type { AuthConfig } from 'latchkey/server'
import { type IntegrationUnderTest, integrationCookies } from 'latchkey/testing'
import { setCacheHeaders, toStatus, writeAnswer } from './node-answers.js'
import { serveBehindProxy } from './proxy.js'

/** A `node:http` server. */
export const node: IntegrationUnderTest = {
  name: 'latchkey/node',
  hasActions: false,
  serve: async (config, { parsesBodies = false } = {}) => {
    const handleAuth = NodeAuth(config)
    return serveBehindProxy(async (req, res) => {
      if (parsesBodies) await parseBody(req)
      if (req.url?.startsWith('/auth/')) return handleAuth(req, res)
      await answer(config, req, res).catch(error =>
        res.writeHead(toStatus(error)).end('Something went wrong.'),
      )
    })
  },
}

async function answer(config: AuthConfig, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.url === '/account') {
    if (!(await requireAuth(req, res, config))) return
    setCacheHeaders(req, res)
    res.end('allowed')
    return
  }
  for (const line of integrationCookies) res.appendHeader('set-cookie', line)
  const session = await getSession(req, config, res)
  setCacheHeaders(req, res)
  writeAnswer(req.url ?? '/', session?.user?.email ?? 'visitor', res)
}

/** Keeps the body as a field of the request, as body parsers do. */
export async function parseBody(req: IncomingMessage): Promise<void> {
  const chunks = await req.toArray()
  const text = Buffer.concat(chunks).toString()
  const isJson = req.headers['content-type']?.includes('json')
  Object.assign(req, { body: isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)) })
}
