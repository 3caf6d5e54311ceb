import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a self-signed certificate for localhost and returns the paths of its files. */
export function createCertificate(folder = mkdtempSync(join(tmpdir(), 'latchkey-tls-'))): {
  readonly key: string
  readonly cert: string
} {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes']
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', ...subject]
  execFileSync('openssl', [...options, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key, cert }
}
