import { type Nginx, runNginx } from '../support/nginx.js'

/**
 * Starts nginx in front of several processes. With `max_fails=0` it never marks a process as unavailable, because a socket
 * without a process refuses connections at once. The response header `X-Sent` contains the bytes sent to each upstream that
 * was tried, and 0 for a process that was down. GET requests are retried with another process.
 */
export function startNginx(folder: string, port: number, sockets: readonly string[]): Promise<Nginx> {
  const servers = sockets.map(socket => `server unix:${socket} max_fails=0;`)
  return runNginx(
    folder,
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
