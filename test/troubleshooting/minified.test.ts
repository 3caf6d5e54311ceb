import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, onTestFinished, test, vi } from 'vitest'
import { completeRoundTrip, origin, secret } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createTempFolder } from '../support/temp-folder.js'
import { createVisitor } from '../support/visitor.js'

const contents = `export { Auth, customFetch } from 'latchkey'`

/** Bundles `Auth` as an app does for production, and imports the result. */
async function importMinified(): Promise<typeof import('latchkey')> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    conditions: ['latchkey-source'],
    write: false,
  })
  const folder = await createTempFolder('minified')
  onTestFinished(folder.remove)
  const path = `${folder.path}/bundle.mjs`
  writeFileSync(path, outputFiles[0]?.contents ?? '')
  return import(/* @vite-ignore */ pathToFileURL(path).href)
}

test('a minified app logs the names of error classes, the step, the code and the fix', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { Auth, customFetch } = await importMinified()
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => void log.mockRestore())
  const op = createMaliciousProvider()
  op.lies = { token: () => Response.json({ error: 'invalid_client' }, { status: 401 }) }
  const config = { providers: [{ ...op.provider(), [customFetch]: op.fetch }], secret, trustHost: true }
  const visit = createVisitor(request => Auth(request, config), origin)

  await completeRoundTrip(visit, op, await visit.signIn('op'))

  const lines = log.mock.calls.map(values => values.join(' '))
  expect(lines[0]).toContain(
    'CallbackRouteError: The token request of provider "op" at https://op.example failed: the provider returned the error "invalid_client". Check `clientId` (AUTH_OP_ID)',
  )
  expect(lines.join('\n')).toContain('[auth][cause]: ResponseBodyError: ')
})
