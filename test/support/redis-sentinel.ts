import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getFreePort } from './free-port.js'
import { killRedisProcess, startRedisProcess } from './redis.js'

/** The name of the master of {@link startRedisSentinel}. */
export const masterName = 'latchkey'

/** Starts a master, a replica and three sentinels that watch them. They need one second to notice a dead master. */
export async function startRedisSentinel() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-sentinel-'))
  const [masterPort, replicaPort, ...ports] = await Promise.all(
    Array.from({ length: 5 }, () => getFreePort()),
  )
  if (!masterPort || !replicaPort) throw new Error('No port is free.')
  const inMemory = ['--dir', folder, '--save', '', '--appendonly', 'no']
  const servers = new Map([
    [masterPort, await startRedisProcess(masterPort, inMemory)],
    [
      replicaPort,
      await startRedisProcess(replicaPort, [...inMemory, '--replicaof', '127.0.0.1', String(masterPort)]),
    ],
  ])
  await waitFor(async () => (await runRedis(replicaPort, 'role')).includes('connected'), 'the replica')
  for (const port of ports) servers.set(port, await startSentinel({ folder, port, masterPort }))
  await waitFor(async () => (await Promise.all(ports.map(knowsOthers))).every(Boolean), 'the sentinels')
  const getMasterPort = () => readMasterPort(ports[0] ?? 0)
  return {
    ports,
    getMasterPort,
    /** Kills the master and resolves to its port. */
    async killMaster() {
      const port = await getMasterPort()
      const server = servers.get(port)
      if (server) await killRedisProcess(server)
      return port
    },
    /** Makes the sentinels promote the replica while the master runs. */
    promoteReplica: () => runRedis(ports[0] ?? 0, 'sentinel', 'failover', masterName),
    /** Waits until the sentinels name another master, and it accepts writes. */
    async waitForPromotion(oldPort: number) {
      await waitFor(async () => {
        const port = await getMasterPort()
        return port !== oldPort && (await runRedis(port, 'role')).startsWith('master')
      }, 'the promotion')
    },
    async stop() {
      await Promise.all([...servers.values()].map(killRedisProcess))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface SentinelPlan {
  readonly folder: string
  readonly port: number
  readonly masterPort: number
}

/** Sentinels rewrite their configuration, so each has a file. */
async function startSentinel({ folder, port, masterPort }: SentinelPlan) {
  const file = join(folder, `sentinel-${port}.conf`)
  const lines = [
    `sentinel monitor ${masterName} 127.0.0.1 ${masterPort} 2`,
    `sentinel down-after-milliseconds ${masterName} 1000`,
    `sentinel failover-timeout ${masterName} 6000`,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  return startRedisProcess(port, [file, '--sentinel', '--dir', folder])
}

async function knowsOthers(port: number): Promise<boolean> {
  const output = await runRedis(port, 'sentinel', 'master', masterName)
  return /num-other-sentinels\n2\n/.test(output) && /num-slaves\n1\n/.test(output)
}

async function readMasterPort(sentinelPort: number): Promise<number> {
  return Number(
    (await runRedis(sentinelPort, 'sentinel', 'get-master-addr-by-name', masterName)).split('\n')[1],
  )
}

/** Runs a command on a Redis server and resolves to the output of `redis-cli`. */
export async function runRedis(port: number, ...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('redis-cli', ['-p', String(port), ...command])
  return stdout
}

/** Repeats a check until it holds. Rejects after half a minute. */
export async function waitFor(check: () => Promise<boolean>, subject: string): Promise<void> {
  const end = performance.now() + 30_000
  while (!(await check().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Waited half a minute for ${subject}.`)
    await sleep(50)
  }
}
