import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createClient } from 'redis'
import { findFreePort, startPostgres } from '../growth/postgres.js'

/** The clock ticks per second of `/proc`, on every Linux of today. */
const ticksPerSecond = 100

/** Starts PostgreSQL and Redis. Both count the seconds of processor time that they took. */
export async function startServers(folder) {
  const postgres = await startPostgres(`${folder}/postgres`)
  if (!postgres) throw new Error('PostgreSQL is not installed.')
  const redis = await startRedis()
  return {
    postgres: { url: postgres.url('postgres'), getSeconds: () => readTreeSeconds(postgres.pid) },
    redis: { url: redis.url, getSeconds: redis.getSeconds },
    async stop() {
      await redis.stop()
      await postgres.stop()
    },
  }
}

async function startRedis() {
  const port = await findFreePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const chunk of child.stdout) if (String(chunk).includes('Ready to accept connections')) break
  const url = `redis://127.0.0.1:${port}`
  const client = await createClient({ url }).connect()
  return {
    url,
    /** Redis itself counts in microseconds. */
    async getSeconds() {
      const text = await client.info('cpu')
      return ['sys', 'user'].reduce(
        (total, kind) => total + Number(new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(text)[1]),
        0,
      )
    },
    async stop() {
      client.destroy()
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

/** Returns the processor time of a process and its children, also of those that ended. */
function readTreeSeconds(root) {
  const stats = readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? readStat(name) : []))
  const own = stats.filter(({ pid, parent }) => pid === root || parent === root)
  return own.reduce((total, { seconds }) => total + seconds, 0)
}

/** Reads `/proc/<pid>/stat`. A process may end meanwhile. */
function readStat(name) {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The name of the program is in parentheses, and can contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0)
    return [{ pid: Number(name), parent: Number(fields[1]), seconds: ticks / ticksPerSecond }]
  } catch {
    return []
  }
}
