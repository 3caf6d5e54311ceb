import { type Nginx, runNginx } from '../support/nginx.js'

/**
 * nginx on a port of its own, in front of several processes. A socket without a process refuses at once, so nobody is left
 * out for a while (`max_fails=0`): with four that come and go, nginx would soon believe that nobody is there. `X-Sent` says
 * how much of the request each process got that was tried: nothing, where it was not there. What one got is sent to another
 * when it was a GET.
 */
export function startNginx(folder: string, port: number, sockets: readonly string[]): Promise<Nginx> {
  const servers = sockets.map(socket => `server unix:${socket} max_fails=0;`)
  return runNginx(
    folder,
    port,
    `
      upstream app {
        ${servers.join('\n        ')}
        keepalive 64;
      }
      server {
        listen 127.0.0.1:${port} backlog=1024;
        location / {
          proxy_pass http://app;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-Proto $scheme;
          proxy_next_upstream error timeout;
          proxy_connect_timeout 5s;
          proxy_read_timeout 30s;
          add_header X-Sent $upstream_bytes_sent always;
        }
      }
    `,
  )
}
