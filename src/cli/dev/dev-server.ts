import { createServer } from 'node:http'
import { createNodeListener, type NodeListener } from '../../testing/provider/listener.js'
import { buildVariables, type DevEndpoints, type Variables } from './app-environment.js'
import { DevClock } from './clock.js'
import { createClockRoutes } from './clock-routes.js'
import { listen } from './listen.js'
import { Mailbox } from './mail/mailbox.js'
import { createMailboxRoutes } from './mail/routes.js'
import { startSmtpServer } from './mail/smtp-server.js'
import { DevProvider } from './openid/provider.js'
import { appEndpoints, createProviderRoutes } from './openid/routes.js'
import { script, stylesheet } from './pages/assets.js'
import { renderSetupPage } from './pages/setup-page.js'
import { createHandler, type Route, type Routes } from './routes.js'

/** Settings of {@link startDevServer}. */
export interface DevServerSettings {
  /** The port of the pages and the provider. 0 is any free one. */
  readonly port: number
  /** The port of the SMTP server. 0 is any free one. */
  readonly smtpPort: number
  /** The ids of the providers whose variables the app gets. */
  readonly providers: readonly string[]
  /** Whether the app is started with the variables, so that it follows the clock. */
  readonly startsApp: boolean
  /** The sender of the app. Without one, it is an example. */
  readonly emailFrom?: string | undefined
}

/** A running development server. */
export interface DevServer extends DevEndpoints {
  readonly variables: Variables
  /** The path of the file that processes of the app read. */
  readonly clockFile: string
  close(): Promise<void>
}

/**
 * Starts an OpenID provider, an SMTP server with a mailbox, and a clock, on 127.0.0.1 only.
 *
 * @throws PortInUse
 */
export async function startDevServer(settings: DevServerSettings): Promise<DevServer> {
  const clock = new DevClock()
  const mailbox = new Mailbox(clock.now)
  const closers: (() => unknown)[] = [() => clock.close()]
  const close = async () => void (await Promise.all(closers.map(run => run())))
  try {
    const smtpServer = await startSmtpServer(mailbox, settings.smtpPort)
    closers.push(smtpServer.close)
    const handlers: NodeListener[] = []
    const server = createServer((req, res) => void handlers[0]?.(req, res))
    const { port, close: closeServer } = await listen(server, settings.port)
    closers.push(closeServer)
    const endpoints = { issuer: `http://127.0.0.1:${port}`, smtp: `smtp://127.0.0.1:${smtpServer.port}` }
    const variables = {
      ...buildVariables(settings.providers, endpoints),
      ...(settings.emailFrom && { EMAIL_FROM: settings.emailFrom }),
    }
    const routes = {
      ...createProviderRoutes(new DevProvider(endpoints.issuer, clock.now)),
      ...createMailboxRoutes(mailbox),
      ...createClockRoutes({ ...settings, clock }),
      ...createAssetRoutes(),
      'GET /': () => renderSetupPage({ ...settings, variables }),
    }
    handlers.push(createListener(port, routes))
    return { ...endpoints, variables, clockFile: clock.file, close }
  } catch (error) {
    await close()
    throw error
  }
}

function createListener(port: number, routes: Routes): NodeListener {
  const handle = createHandler({
    routes,
    hosts: new Set([`127.0.0.1:${port}`, `localhost:${port}`]),
    crossOriginPaths: appEndpoints,
  })
  const listener = createNodeListener(`http://127.0.0.1:${port}`, async (...request) =>
    handle(new Request(...request)),
  )
  return async (req, res) => {
    try {
      await listener(req, res)
    } catch (error) {
      res.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      res.end(new TextEncoder().encode(`The development server failed: ${String(error)}\n`))
    }
  }
}

function createAssetRoutes(): Routes {
  const serve =
    (type: string, text: string): Route =>
    () =>
      new Response(text, {
        headers: { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff' },
      })
  return { 'GET /dev.css': serve('text/css', stylesheet), 'GET /dev.js': serve('text/javascript', script) }
}
