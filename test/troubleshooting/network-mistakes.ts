import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { customFetch } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import Nodemailer from 'latchkey/providers/nodemailer'
import { onTestFinished } from 'vitest'
import { createTappedAdapter } from '../support/app.js'
import { createCertificate } from '../support/certificate.js'
import { getFreePort } from '../support/free-port.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { listen } from '../support/serve.js'
import { createTempFolder } from '../support/temp-folder.js'
import { type Mistake, signInAtProvider, startSignIn } from './mistake.js'

/** Starts a sign-in at a provider at this URL, with the real `fetch`. */
function startSignInAt(issuer: string) {
  const provider = createMaliciousProvider({ issuer }).provider({ [customFetch]: globalThis.fetch })
  return startSignIn({ providers: [provider], secret: `the secret of ${issuer}` })
}

async function startSelfSignedServer(): Promise<string> {
  const folder = await createTempFolder('tls')
  onTestFinished(folder.remove)
  const { key, cert } = createCertificate(folder.path)
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
    response.end(),
  )
  const { origin, close } = await listen(server, 'https')
  onTestFinished(close)
  return origin
}

function createLostAdapter() {
  return createTappedAdapter(MemoryAdapter(), () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
  }).adapter
}

export const networkMistakes: Readonly<Record<string, Mistake>> = {
  'The provider is not running': async () => startSignInAt(`http://localhost:${await getFreePort()}`),
  'The host name of the provider is misspelled': () =>
    startSignInAt('https://identity-provider-of-nobody.invalid'),
  'The certificate of the provider is self-signed': async () => startSignInAt(await startSelfSignedServer()),
  'The provider does not answer': () => {
    const op = createMaliciousProvider()
    op.lies.token = () => Promise.reject(new DOMException('The operation timed out.', 'TimeoutError'))
    return signInAtProvider(op)
  },
  'The database is not running': () => {
    const op = createMaliciousProvider()
    return signInAtProvider(op, { adapter: createLostAdapter(), providers: [op.provider()] })
  },
  'The mail server is not running': async () =>
    startSignIn(
      {
        adapter: MemoryAdapter(),
        providers: [
          Nodemailer({ server: `smtp://localhost:${await getFreePort()}`, from: 'app@app.example' }),
        ],
      },
      { email: 'ada@example.com' },
      'nodemailer',
    ),
}
