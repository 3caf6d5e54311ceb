import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The paths of a certificate and its key. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Creates a self-signed certificate for localhost. */
export function createCertificate(folder = mkdtempSync(join(tmpdir(), 'latchkey-tls-'))): Certificate {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes']
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', ...subject]
  execFileSync('openssl', [...options, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key, cert }
}
