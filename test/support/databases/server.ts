import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getFreePort } from '../free-port.js'

/** A private database server. */
export interface Server {
  readonly url: string
  stop(): Promise<void>
  /** Kills the process without a shutdown. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** The system user of a server, because PostgreSQL and MariaDB refuse to run as root. */
export interface Identity {
  readonly uid?: number
  readonly gid?: number
}

const startTimeoutMs = 60_000

/** Starts PostgreSQL on a free port with a temporary data folder. */
export async function startPostgres(): Promise<Server> {
  return startPostgresOn(({ bin, cluster, identity }) =>
    run(
      join(bin, 'initdb'),
      ['-A', 'trust', '-U', 'latchkey', '-E', 'UTF8', '--locale=C', '--no-sync', cluster],
      identity,
    ),
  )
}

/** Starts a hot standby that copies the server of `primaryUrl` and follows it by streaming replication. */
export async function startPostgresStandby(primaryUrl: string): Promise<Server> {
  return startPostgresOn(({ bin, cluster, identity }) =>
    run(
      join(bin, 'pg_basebackup'),
      ['-d', primaryUrl, '-D', cluster, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
      identity,
    ),
  )
}

interface NewCluster {
  /** The folder of the programs. */
  readonly bin: string
  /** The data folder, which does not exist yet. */
  readonly cluster: string
  readonly identity: Identity
}

async function startPostgresOn(create: (cluster: NewCluster) => Promise<void>): Promise<Server> {
  const bin = findPostgresPrograms()
  const identity = await readIdentity('postgres')
  const folder = await createFolder('pg', identity)
  const [port, cluster] = [await getFreePort(), join(folder, 'cluster')]
  await create({ bin, cluster, identity })
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 300,
    fsync: 'off',
    full_page_writes: 'off',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = () =>
    startProgram(join(bin, 'postgres'), ['-D', cluster, '-p', String(port), ...options], identity)
  const isReady = () => isSuccessful(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])
  return createServer({
    start,
    isReady,
    folder,
    stopSignal: 'SIGINT',
    url: `postgres://latchkey@127.0.0.1:${port}/postgres`,
  })
}

/** Starts MariaDB on a free port with a temporary data folder. */
export async function startMariadb(): Promise<Server> {
  const program = findProgram(['/usr/sbin/mariadbd', '/usr/bin/mariadbd', '/usr/local/bin/mariadbd'])
  const identity = await readIdentity('mysql')
  const folder = await createFolder('mariadb', identity)
  const port = await getFreePort()
  const dataFolder = join(folder, 'rows')
  // When a server starts, it deletes every temporary table in this folder, also those of another server.
  const temporaryFolder = `--tmpdir=${folder}`
  await run(
    'mariadb-install-db',
    [
      '--no-defaults',
      `--datadir=${dataFolder}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      temporaryFolder,
    ],
    identity,
  )
  const options = [
    '--no-defaults',
    `--datadir=${dataFolder}`,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    temporaryFolder,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--max-connections=300',
    '--innodb-flush-log-at-trx-commit=2',
    '--innodb-flush-method=nosync',
    '--innodb-doublewrite=0',
    '--sync-frm=0',
    '--skip-log-bin',
    '--innodb-buffer-pool-size=32M',
    '--skip-name-resolve',
  ]
  const start = () => startProgram(program, options, identity)
  const isReady = () =>
    isSuccessful('mariadb-admin', [
      '--no-defaults',
      '-h',
      '127.0.0.1',
      '-P',
      String(port),
      '-u',
      'root',
      'ping',
    ])
  return createServer({
    start,
    isReady,
    folder,
    stopSignal: 'SIGTERM',
    url: `mysql://root@127.0.0.1:${port}/mysql`,
  })
}

/** How a server is started and stopped. */
export interface ServerPlan {
  readonly url: string
  readonly folder: string
  /** The signal that stops the server without waiting for its clients. */
  readonly stopSignal: NodeJS.Signals
  start(): ChildProcess
  isReady(): Promise<boolean>
}

/** Starts a server and waits until it is ready. */
export async function createServer(plan: ServerPlan): Promise<Server> {
  let child: ChildProcess | undefined

  async function start() {
    const started = plan.start()
    child = started
    const end = performance.now() + startTimeoutMs
    while (!(await plan.isReady())) {
      if (started.exitCode !== null) throw new Error(`${started.spawnfile} ended with ${started.exitCode}.`)
      if (performance.now() > end) throw new Error(`${started.spawnfile} was not ready after a minute.`)
      await sleep(50)
    }
  }

  async function end(signal: NodeJS.Signals) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }

  await start()
  return {
    url: plan.url,
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      const killTimer = setTimeout(() => child?.kill('SIGKILL'), 10_000)
      await end(plan.stopSignal)
      clearTimeout(killTimer)
      await rm(plan.folder, { recursive: true, force: true })
    },
  }
}

/** Starts a program as the system user of its server. */
export function startProgram(program: string, args: readonly string[], identity: Identity): ChildProcess {
  return spawn(program, args, { ...identity, stdio: 'ignore', cwd: '/' })
}

async function run(program: string, args: readonly string[], identity: Identity = {}): Promise<void> {
  const child = spawn(program, args, { ...identity, stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
  let output = ''
  child.stderr?.on('data', chunk => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} failed: ${output}`)
}

async function isSuccessful(program: string, args: readonly string[]): Promise<boolean> {
  try {
    await run(program, args)
    return true
  } catch {
    return false
  }
}

/** Reads the ids of a system user, if this process can use them. */
export async function readIdentity(user: string): Promise<Identity> {
  if (process.getuid?.() !== 0) return {}
  const number = async (option: string) => {
    const child = spawn('id', [option, user], { stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    child.stdout.on('data', chunk => {
      output += chunk
    })
    await once(child, 'close')
    return Number(output)
  }
  return { uid: await number('-u'), gid: await number('-g') }
}

/** Creates a temporary folder that belongs to the system user of a server. */
export async function createFolder(name: string, { uid, gid }: Identity): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `latchkey-${name}-`))
  await chmod(folder, 0o755)
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  await mkdir(folder, { recursive: true })
  return folder
}

/** Debian installs the server programs outside of PATH. */
function findPostgresPrograms(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map(version => join(root, version, 'bin')), '/usr/local/bin', '/usr/bin']
  return join(findProgram(folders.map(folder => join(folder, 'initdb'))), '..')
}

/** Returns the first path that exists. */
export function findProgram(paths: readonly string[]): string {
  const path = paths.find(existsSync)
  if (!path) throw new Error(`None of ${paths.join(', ')} exists.`)
  return path
}
