import * as authjs from '@auth/core'
import express from 'express'
import { ExpressAuth } from '../../dist/integrations/express.js'
import { getSession, NodeAuth } from '../../dist/integrations/node.js'
import { readSession } from '../candidates/read-session.js'
import { cookie, createProviders, email, origin, secret } from '../candidates/request-fixture.js'

const config = { secret, trustHost: true, useSecureCookies: true, providers: createProviders(4) }
const path = '/auth/session'

const note = `Processor time of a server per request, which includes parsing HTTP. 64 connections send requests at the same time.`
const ratios = { '× baseline': () => 'baseline', '× Latchkey': () => 'Latchkey' }

export const measures = [
  {
    title: 'GET /auth/session on node:http',
    chart: { 'HTTP, GET /auth/session': 'Latchkey', 'HTTP, getSession in a handler': 'Latchkey, getSession' },
    note: `${note} The baseline decrypts the token with \`node:crypto\` and writes JSON. The third line is the handler of an app that calls
\`getSession\` and writes JSON. @auth/core gets a \`Request\` and its response is written, as in \`@auth/express\`. better-auth runs as
\`toNodeHandler\`, with the session cached in a cookie.`,
    kind: 'server',
    expected: email,
    candidates: {
      baseline: () => ({ listener: (req, res) => writeJson(res, readSession(req)), path, cookie }),
      Latchkey: () => ({ listener: NodeAuth(config), path, cookie }),
      'Latchkey, getSession': () => ({
        listener: async (req, res) => writeJson(res, await getSession(req, config)),
        path,
        cookie,
      }),
      '@auth/core': () => ({ listener: respondWithAuthjs, path, cookie }),
      'better-auth, jwe': createBetterAuthCandidate,
    },
    ratios,
    targets: [
      { goal: 'HTTP, GET /auth/session on node:http', of: 'Latchkey', to: 'baseline', most: 1.8 },
      {
        goal: "HTTP, an app's handler with getSession",
        of: 'Latchkey, getSession',
        to: 'baseline',
        most: 1.4,
      },
    ],
  },
  {
    title: 'GET /auth/session on Express 5',
    chart: 'HTTP, Express 5',
    note: `${note} The baseline responds with constant JSON. The packages of Auth.js and better-auth for Express are left out, because they are
not installed here.`,
    kind: 'server',
    expected: email,
    candidates: {
      baseline: () => createExpressCandidate(app => app.get(path, (_, res) => res.json({ user: { email } }))),
      Latchkey: () => createExpressCandidate(app => app.use('/auth', ExpressAuth(config))),
    },
    ratios,
    targets: [{ goal: 'HTTP, Express 5', of: 'Latchkey', to: 'baseline', most: 1.7 }],
  },
]

function writeJson(res, session) {
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify(session))
}

async function respondWithAuthjs(req, res) {
  const response = await authjs.Auth(new Request(`${origin}${req.url}`, { headers: req.headers }), config)
  res.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') res.setHeader(name, value)
  res.setHeader('set-cookie', response.headers.getSetCookie())
  res.end(await response.text())
}

async function createBetterAuthCandidate() {
  const { toNodeHandler } = await import('better-auth/node')
  const { createCookieCacheSite } = await import('../candidates/better-auth.js')
  const site = await createCookieCacheSite('jwe')
  return { listener: toNodeHandler(site.auth), path: '/api/auth/get-session', cookie: site.cookie }
}

function createExpressCandidate(configure) {
  const app = express()
  configure(app)
  return { listener: app, path, cookie }
}
