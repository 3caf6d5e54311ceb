/**
 * The bound on how many password hashes a process computes at a time.
 *
 * Hashes run in the thread pool of Node, which has four threads. File access, DNS and compression need them too. Measured with two cores: two
 * hashes at a time have the full throughput, and `fs.stat` waits 4 ms (99th percentile). With four, the throughput is the same, and `fs.stat` waits
 * for a whole hash: 40 ms for Argon2, 580 to 860 ms for scrypt. So the default is half of the pool (`UV_THREADPOOL_SIZE`), and at most the
 * number of cores.
 *
 * @module
 */
import { TooManyRequests } from '../../../plugins.js'

/** The limits of a hasher. */
export interface HashLimits {
  /** How many hashes are computed at a time. */
  readonly maxParallel: number
  /** How many further hashes wait. */
  readonly maxWaiting: number
}

/** Shared by all hashers of the process, because they share its threads. */
const queue = { running: 0, waiting: new Set<() => void>() }

/**
 * Runs work that computes a hash, when it is its turn. The order is that of the calls.
 *
 * @throws TooManyRequests if too many hashes are waiting, so that memory and response times stay bounded
 */
export async function runInQueue<Result>(limits: HashLimits, work: () => Promise<Result>): Promise<Result> {
  if (isWorkerd()) return await work()
  await waitForTurn(limits)
  try {
    return await work()
  } finally {
    startNext()
  }
}

/** In workerd, a promise of another request may never settle. An isolate has no pool of threads either. */
function isWorkerd(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers'
}

async function waitForTurn({ maxParallel, maxWaiting }: HashLimits): Promise<void> {
  if (queue.running < maxParallel && queue.waiting.size === 0) {
    queue.running++
    return
  }
  if (queue.waiting.size >= maxWaiting)
    throw new TooManyRequests(
      `${queue.waiting.size} password hashes are waiting, which is the limit (\`maxWaiting\`). Add servers or threads (\`UV_THREADPOOL_SIZE\`), or throttle sign-ins.`,
      { retryAfter: 5 },
    )
  await new Promise<void>(resolve => queue.waiting.add(resolve))
}

/** Gives the place of a finished hash to the one that waits longest. */
function startNext(): void {
  const [next] = queue.waiting
  if (next === undefined) {
    queue.running--
    return
  }
  queue.waiting.delete(next)
  next()
}
