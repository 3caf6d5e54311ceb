import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createCertificate } from '../support/certificate.js'
import { type Nginx, runNginx } from '../support/nginx.js'
import type { ExampleSite } from './example-site.js'

/** The headers with which a proxy forwards the public origin. */
const headerLines = {
  forwarded: 'proxy_set_header X-Forwarded-Host $http_host; proxy_set_header X-Forwarded-Proto $scheme;',
  none: '',
}

/** Starts nginx at `https://localhost:<publicPort>` in front of the http server of the site. */
export async function startTlsProxy(
  { folder, publicPort: port, origin }: ExampleSite,
  headers: keyof typeof headerLines,
): Promise<Nginx> {
  const own = mkdtempSync(join(folder, 'nginx-'))
  const { key, cert } = createCertificate(own)
  const { port: upstream } = new URL(origin)
  const proxy = await runNginx(
    own,
    `
      upstream app { server localhost:${upstream} max_fails=0; }
      server {
        listen 127.0.0.1:${port} ssl;
        listen [::1]:${port} ssl;
        ssl_certificate ${cert};
        ssl_certificate_key ${key};
        location / {
          proxy_pass http://app;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host app.internal;
          ${headerLines[headers]}
          proxy_set_header X-Forwarded-For $remote_addr;
          proxy_buffer_size 32k;
          proxy_buffers 8 32k;
        }
      }
    `,
  )
  return {
    async stop() {
      await proxy.stop()
      rmSync(own, { recursive: true, force: true })
    },
  }
}
