import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What stands in front of the processes. */
export interface Proxy {
  stop(): Promise<void>
}

/** nginx on a port of its own, with everything that it writes in `folder`. */
export async function startNginx(folder: string, port: number, sockets: readonly string[]): Promise<Proxy> {
  const file = join(folder, 'nginx.conf')
  mkdirSync(join(folder, 'logs'))
  writeFileSync(file, configuration({ folder, port, sockets }))
  const child = spawn(program(), ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const endWithUs = () => void child.kill('SIGTERM')
  process.once('exit', endWithUs)
  await once(child, 'spawn')
  return {
    async stop() {
      process.off('exit', endWithUs)
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Debian keeps it off the path of ordinary users. */
function program(): string {
  return ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find(existsSync) ?? 'nginx'
}

interface Place {
  readonly folder: string
  readonly port: number
  readonly sockets: readonly string[]
}

/**
 * A socket without a process refuses at once, so nobody is left out for a while (`max_fails=0`): with four that come and
 * go, nginx would soon believe that nobody is there. `X-Sent` says how much of the request each process got that was
 * tried: nothing, where it was not there. What one got is sent to another when it was a GET.
 */
function configuration({ folder, port, sockets }: Place): string {
  const servers = sockets.map(socket => `server unix:${socket} max_fails=0;`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log crit;
    events { worker_connections 4096; }
    http {
      access_log off;
      ${temporary.map(name => `${name}_temp_path ${folder}/${name};`).join('\n      ')}
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
    }
  `
}
