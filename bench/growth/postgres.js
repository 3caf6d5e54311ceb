import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const versions = '/usr/lib/postgresql'

/**
 * Starts PostgreSQL on a free port in its own folder. Uses the default settings except for `fsync` and `max_wal_size`, because
 * waiting for the disk would take longer than anything that could grow.
 *
 * @returns `null` if PostgreSQL is not installed
 */
export async function startPostgres(folder) {
  const [newest] = existsSync(versions) ? readdirSync(versions).sort((a, b) => b - a) : []
  if (!newest) return null
  const bin = join(versions, newest, 'bin')
  const identity = process.getuid() === 0 ? { uid: getPostgresId('-u'), gid: getPostgresId('-g') } : {}
  mkdirSync(folder)
  if (identity.uid) chownSync(folder, identity.uid, identity.gid)

  const [port, cluster] = [await findFreePort(), join(folder, 'cluster')]
  const begin = ['-A', 'trust', '-U', 'latchkey', '-E', 'UTF8', '--locale=C', '--no-sync', cluster]
  const { status, stderr } = spawnSync(join(bin, 'initdb'), begin, { ...identity, cwd: '/' })
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)

  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_wal_size=8GB',
  ]
  const options = ['-D', cluster, '-p', String(port), ...settings.flatMap(setting => ['-c', setting])]
  const child = spawn(join(bin, 'postgres'), options, { ...identity, cwd: '/', stdio: 'ignore' })
  const isReady = () => spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', port]).status === 0
  while (!isReady()) {
    if (child.exitCode !== null) throw new Error(`postgres exited with ${child.exitCode}.`)
    await sleep(100)
  }
  return {
    version: `PostgreSQL ${newest}`,
    pid: child.pid,
    url: database => `postgres://latchkey@127.0.0.1:${port}/${database}`,
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGINT')
      await exit
    },
  }
}

/** Returns an id of the user postgres, because the server refuses to run as root. */
function getPostgresId(option) {
  return Number(spawnSync('id', [option, 'postgres']).stdout)
}

export async function findFreePort() {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address()
  listener.close()
  await once(listener, 'close')
  return port
}
