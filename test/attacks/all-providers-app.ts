import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createTestApp, credentials } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

/** Creates an app with a provider of each type that sets cookies. */
export function createAllProvidersApp() {
  const op = createMaliciousProvider()
  const link = captureEmails()
  const code = captureEmails({ id: 'code', oneTimeCode: true })
  const providers = [op.provider(), op.plainProvider(), credentials, link.provider, code.provider]
  return createTestApp({ op, providers, adapter: MemoryAdapter(), session: { strategy: 'jwt' } })
}
