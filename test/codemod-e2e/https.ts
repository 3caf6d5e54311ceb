import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createCertificate } from '../support/certificate.js'
import { type Nginx, runNginx } from '../support/nginx.js'

/**
 * Starts nginx as in the guides of Auth.js: `@auth/express` reads the host only from `Host`. The buffers are larger than the
 * default, because responses with chunked cookies have large headers.
 */
export async function serveHttps(folder: string, port: number, upstream: number): Promise<Nginx> {
  const own = mkdtempSync(join(folder, 'nginx-'))
  const { key, cert } = createCertificate(own)
  const server = `
    listen 127.0.0.1:${port} ssl;
    listen [::1]:${port} ssl;
    ssl_certificate_key ${key};
    ssl_certificate ${cert};
    proxy_buffer_size 16k;
    proxy_buffers 4 16k;
    proxy_set_header X-Forwarded-Proto https;
    proxy_set_header Host $http_host;
    location / { proxy_pass http://localhost:${upstream}; }
  `
  return runNginx(own, `server { ${server} }`)
}
