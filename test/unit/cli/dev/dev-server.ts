import { onTestFinished } from 'vitest'
import { type DevServer, startDevServer } from '../../../../src/cli/dev/dev-server.js'

/** Starts a development server in this process, on free ports, until the test ends. */
export async function startTestServer(): Promise<DevServer> {
  const server = await startDevServer({ port: 0, smtpPort: 0, providers: ['dev'], startsApp: false })
  onTestFinished(server.close)
  return server
}
