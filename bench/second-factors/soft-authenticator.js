import { readFile } from 'node:fs/promises'
import { transform } from 'esbuild'

/** Loads the authenticator in software that the tests use. */
export async function loadSoftAuthenticator() {
  const source = await readFile(new URL('../../test/support/soft-authenticator.ts', import.meta.url), 'utf8')
  const { code } = await transform(source, { loader: 'ts' })
  const { SoftAuthenticator } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return SoftAuthenticator
}
