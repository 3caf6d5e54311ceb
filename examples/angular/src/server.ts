import { join } from 'node:path'
import {
  AngularNodeAppEngine,
  createNodeRequestHandler,
  isMainModule,
  writeResponseToNodeResponse,
} from '@angular/ssr/node'
import express, { type Request as ExpressRequest } from 'express'
import type { AngularRequestAuth } from 'latchkey/angular/server'
import { handleAuth } from './auth'
import { applyCacheSetting, isGuarded } from './test-settings'

const browserDistFolder = join(import.meta.dirname, '../browser')
const { AUTH_URL, AUTH_TRUST_HOST, PORT = '3000' } = process.env
const publicUrl = AUTH_URL ? new URL(AUTH_URL) : null

const app = express()
const angularApp = new AngularNodeAppEngine(
  publicUrl || AUTH_TRUST_HOST !== 'true'
    ? { allowedHosts: [publicUrl?.hostname ?? 'localhost'] }
    : // The proxy must verify the host. Otherwise name the hosts of your site here.
      { allowedHosts: ['*'], trustProxyHeaders: ['x-forwarded-host', 'x-forwarded-proto'] },
)

app.use(express.static(browserDistFolder, { maxAge: '1y', index: false, redirect: false }))

app.use((req, res, next) => {
  // Angular renders for the public host, also if the proxy sends another one.
  if (publicUrl) req.headers.host = publicUrl.host
  handleAuth(req, auth => render(req, auth))
    .then(response => (response ? writeResponseToNodeResponse(response, res) : next()))
    .catch(next)
})

/** Guards all pages below `/protected`. The page guards itself too, so it stays guarded if this changes. */
async function render(req: ExpressRequest, auth: AngularRequestAuth): Promise<Response | null> {
  if (req.path.startsWith('/protected') && isGuarded('middleware')) {
    const response = await auth.requireAuth()
    if (response) return response
  }
  if (req.path === '/cached') return angularApp.handle(req)
  if (req.path === '/me') {
    const session = await auth.getSession()
    return applyCacheSetting(Response.json({ email: session?.user?.email ?? null }))
  }
  return applyCacheSetting(await angularApp.handle(req, { auth }))
}

if (isMainModule(import.meta.url)) {
  app.listen(Number(PORT), 'localhost', error => {
    if (error) throw error
    console.log(`Listening on http://localhost:${PORT}`)
  })
}

/** Used by `ng serve`. */
export const reqHandler = createNodeRequestHandler(app)
