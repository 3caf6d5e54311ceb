import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A running nginx. */
export interface Nginx {
  stop(): Promise<void>
}

/** Starts nginx with these entries of its `http` block. All files are written to `folder`. */
export async function runNginx(folder: string, servers: string): Promise<Nginx> {
  const file = join(folder, 'nginx.conf')
  mkdirSync(join(folder, 'logs'), { recursive: true })
  writeFileSync(file, buildConfiguration(folder, servers))
  const child = spawn(findNginx(), ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const killOnExit = () => void child.kill('SIGTERM')
  process.once('exit', killOnExit)
  await once(child, 'spawn')
  await waitUntilListening(child, folder).catch(error => {
    process.off('exit', killOnExit)
    throw error
  })
  return {
    async stop() {
      process.off('exit', killOnExit)
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Waits for the file of the process ID, which nginx writes when it has bound all its ports. */
async function waitUntilListening(child: ChildProcess, folder: string): Promise<void> {
  for (let tries = 0; tries < 200 && child.exitCode === null && child.signalCode === null; tries++) {
    if (existsSync(join(folder, 'nginx.pid'))) return
    await sleep(50)
  }
  child.kill('SIGKILL')
  const log = join(folder, 'error.log')
  throw new Error(`nginx did not start:\n${existsSync(log) ? readFileSync(log, 'utf8') : 'It wrote no log.'}`)
}

/** Debian installs nginx outside of the PATH of ordinary users. */
function findNginx(): string {
  return ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find(existsSync) ?? 'nginx'
}

function buildConfiguration(folder: string, servers: string): string {
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
      ${servers}
    }
  `
}
