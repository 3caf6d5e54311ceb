import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { debianPackages } from '../../tools/setup.js'
import { getFreePort } from './free-port.js'

/** A Redis server of a test, or that of `REDIS_URL`. */
export interface RedisServer {
  readonly url: string
  stop(): Promise<void>
}

/** Starts Redis without persistence for a test file. Adapters that share it need different prefixes. */
export async function startMemoryRedis(): Promise<RedisServer> {
  const url = process.env.REDIS_URL
  if (url) return { url, stop: async () => {} }
  const port = await getFreePort()
  const server = await startRedisProcess(port, ['--save', '', '--appendonly', 'no'])
  return { url: `redis://127.0.0.1:${port}`, stop: () => killRedisProcess(server) }
}

/** Starts Redis with an append-only file, so that it keeps its data when it is halted and resumed. */
export async function startPersistentRedis() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-redis-'))
  const port = await getFreePort()
  const start = () =>
    startRedisProcess(port, ['--dir', folder, '--save', '', '--appendonly', 'yes', '--appendfsync', 'always'])
  let server: ChildProcess | null = await start()

  async function stopServer() {
    if (server) await killRedisProcess(server)
    server = null
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    halt: stopServer,
    async resume() {
      server = await start()
    },
    async stop() {
      await stopServer()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a cluster of three masters, each with `replicas` replicas. */
export async function startRedisCluster({ replicas = 0 }: { readonly replicas?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-cluster-'))
  const ports = await Promise.all(Array.from({ length: 3 * (replicas + 1) }, () => getFreePort()))
  const servers = await Promise.all(
    ports.map(port => startNode(port, { folder, nodeTimeoutMs: replicas > 0 ? 2_000 : 15_000 })),
  )
  const addresses = ports.map(port => `127.0.0.1:${port}`)
  const options = ['--cluster-replicas', String(replicas), '--cluster-yes']
  await runToEnd('redis-cli', ['--cluster', 'create', ...addresses, ...options])
  await Promise.all(ports.map(waitForCluster))
  return {
    ports,
    /** Kills the node that listens on this port. */
    async kill(port: number) {
      const server = servers[ports.indexOf(port)]
      if (server) await killRedisProcess(server)
    },
    async stop() {
      await Promise.all(servers.map(killRedisProcess))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until a node knows that the cluster is complete. The command that creates it ends before. */
async function waitForCluster(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { stdout } = await promisify(execFile)('redis-cli', ['-p', String(port), 'cluster', 'info'])
    if (stdout.includes('cluster_state:ok')) return
    await sleep(100)
  }
  throw new Error(`The Redis cluster of port ${port} is not complete after 10 s.`)
}

interface NodeOptions {
  readonly folder: string
  /** How long a node may not respond before the others replace it. */
  readonly nodeTimeoutMs: number
}

async function startNode(port: number, { folder, nodeTimeoutMs }: NodeOptions): Promise<ChildProcess> {
  const busPort = String(await getFreePort())
  const configuration = ['--cluster-enabled', 'yes', '--cluster-config-file', `nodes-${port}.conf`]
  const timeout = ['--cluster-node-timeout', String(nodeTimeoutMs)]
  return startRedisProcess(port, [
    ...configuration,
    ...timeout,
    ...['--cluster-port', busPort, '--dir', folder, '--save', '', '--appendonly', 'no'],
  ])
}

/** Starts a Redis process and waits until it accepts connections. */
export async function startRedisProcess(port: number, args: readonly string[]): Promise<ChildProcess> {
  // The file of the configuration comes first.
  const [file, options] = args[0]?.startsWith('/') ? [args.slice(0, 1), args.slice(1)] : [[], args]
  const server = spawn('redis-server', [...file, '--port', String(port), '--bind', '127.0.0.1', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const killOnExit = () => void server.kill('SIGKILL')
  process.once('exit', killOnExit)
  server.once('exit', () => process.off('exit', killOnExit))
  let output = ''
  const readyMark = args.includes('--sentinel') ? '+monitor' : 'Ready to accept connections'
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(new Error(notInstalled, { cause: error })))
    server.once('exit', code => reject(new Error(`redis-server ended with ${code}.\n${output}`)))
    server.stdout.on('data', chunk => {
      output += chunk
      if (output.includes(readyMark)) resolve()
    })
  })
  return server
}

const notInstalled = `The tests of RedisAdapter need redis-server. Run as root: apt-get install -y --no-install-recommends ${debianPackages.join(' ')}`

/** Kills the server without a shutdown. Data that is not on disk is lost. */
export async function killRedisProcess(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await once(server, 'exit')
}

async function runToEnd(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ended with ${code}.`)
}
