import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBlock } from '../recipes/page.js'
import type { Certificate } from './certificate.js'
import { runNginx } from './nginx.js'

/** Where a proxy listens, and the app that it serves. */
export interface ProxySetup {
  /** An empty folder for the files of the proxy. */
  readonly folder: string
  readonly certificate: Certificate
  readonly port: number
  /** Host and port of the app. */
  readonly app: string
}

/** Starts a proxy with the snippet of the documentation. @returns function that stops it */
export type StartProxy = (setup: ProxySetup) => Promise<() => unknown>

const recipe = 'recipes/reverse-proxy.md'

/** Each snippet changes only in what the machine of a reader has: addresses, port and certificate. */
export const proxies: Readonly<Record<string, StartProxy>> = {
  async nginx(setup) {
    const snippet = readBlock('guides/deployment.md', 'nginx').replace(
      'listen 443',
      `listen 127.0.0.1:${setup.port}`,
    )
    const nginx = await runNginx(setup.folder, replaceFiles(snippet, setup))
    return () => nginx.stop()
  },

  async Caddy(setup) {
    const { certificate, folder, port } = setup
    const snippet = readBlock(recipe, 'caddy').replace('{', `{\n  tls ${certificate.cert} ${certificate.key}`)
    const options = `{\n  admin off\n  auto_https disable_redirects\n  https_port ${port}\n}\n`
    const file = writeConfiguration(setup, 'Caddyfile', options + replaceFiles(snippet, setup))
    const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    return run('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], env)
  },

  async Apache(setup) {
    const modules = ['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http', 'socache_shmcb', 'ssl']
    const loaded = modules.map(name => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
    const own = [
      `ServerRoot ${setup.folder}`,
      'PidFile pid',
      'ErrorLog error.log',
      `Listen 127.0.0.1:${setup.port}`,
    ]
    const snippet = readBlock(recipe, 'apache').replace(':443', `:${setup.port}`)
    const file = writeConfiguration(
      setup,
      'apache.conf',
      [...loaded, ...own, replaceFiles(snippet, setup)].join('\n'),
    )
    return run('/usr/sbin/apache2', ['-f', file, '-DFOREGROUND'])
  },

  async HAProxy(setup) {
    const { cert, key } = setup.certificate
    const both = writeConfiguration(setup, 'both.pem', readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'))
    const snippet = readBlock(recipe, 'haproxy').replace('bind :443', `bind 127.0.0.1:${setup.port}`)
    const file = writeConfiguration(
      setup,
      'haproxy.cfg',
      replaceFiles(snippet.replace('/etc/ssl/app.pem', both), setup),
    )
    return run('/usr/sbin/haproxy', ['-db', '-f', file])
  },
}

function replaceFiles(snippet: string, { app, certificate }: ProxySetup): string {
  return snippet
    .replaceAll(/10\.0\.0\.\d:3000/g, app)
    .replace('/etc/ssl/app.pem', certificate.cert)
    .replace('/etc/ssl/app.key', certificate.key)
}

function writeConfiguration({ folder }: ProxySetup, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, `${text}\n`)
  return file
}

async function run(command: string, args: readonly string[], env = process.env): Promise<() => unknown> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const killOnExit = () => void child.kill('SIGTERM')
  process.once('exit', killOnExit)
  await once(child, 'spawn')
  return () => {
    process.off('exit', killOnExit)
    return stopProcess(child)
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || !child.kill('SIGTERM')) return
  await once(child, 'exit')
}

/** Waits until a proxy passes a request on. */
export async function waitUntilServing(request: () => Promise<Response>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (
      await request().then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await sleep(50)
  }
  throw new Error('The proxy does not pass requests on.')
}
