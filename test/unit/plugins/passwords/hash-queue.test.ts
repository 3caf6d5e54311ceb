import { afterEach, expect, test, vi } from 'vitest'
import { TooManyRequests } from '../../../../src/errors.js'
import { createPasswordHasher } from '../../../../src/plugins/passwords/hashing/password-hasher.js'
import { failOnReport } from './hash-reports.js'

const nodeCrypto = process.getBuiltinModule('node:crypto')
const { pbkdf2 } = nodeCrypto

afterEach(() => vi.restoreAllMocks())

/** Counts how many hashes of `node:crypto` run at a time. */
function countParallelHashes() {
  const counts = { running: 0, highest: 0, total: 0 }
  vi.spyOn(nodeCrypto, 'pbkdf2').mockImplementation((...args) => {
    counts.total++
    counts.highest = Math.max(counts.highest, ++counts.running)
    const [password, salt, iterations, length, digest, callback] = args
    pbkdf2(password, salt, iterations, length, digest, (error, key) => {
      counts.running--
      callback(error, key)
    })
  })
  return counts
}

const algorithm = { name: 'pbkdf2-sha512' } as const

test.each([1, 2, 3])(
  'at most %i hashes run at a time, whichever hasher and function computes them',
  async maxParallel => {
    const counts = countParallelHashes()
    const [one, other] = [
      createPasswordHasher({ algorithm, maxParallel }),
      createPasswordHasher({ algorithm, maxParallel }),
    ]
    const stored = await one.hash('x')
    await Promise.all([
      ...Array.from({ length: 4 }, () => one.hash('x')),
      ...Array.from({ length: 4 }, () => other.verify('x', stored, failOnReport)),
      ...Array.from({ length: 4 }, () => other.verifyDummy('x')),
    ])
    expect(counts).toEqual({ running: 0, highest: maxParallel, total: 13 })
  },
)

test('by default, half of the threads compute hashes, so that files and DNS do not wait', async () => {
  const counts = countParallelHashes()
  const hasher = createPasswordHasher({ algorithm })
  await Promise.all(Array.from({ length: 6 }, () => hasher.hash('x')))
  const threads = Number(process.env['UV_THREADPOOL_SIZE']) || 4
  expect(counts.highest).toBeLessThanOrEqual(threads / 2)
})

/** Creates a hasher whose hashes end when the test says so. */
function createManualHasher(limits: { maxParallel: number; maxWaiting?: number }) {
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const hasher = createPasswordHasher({
    ...limits,
    custom: {
      hash: text => {
        started.push(text)
        return new Promise<string>((resolve, reject) =>
          ends.set(text, error => (error ? reject(error) : resolve(text))),
        )
      },
      verify: () => true,
      needsRehash: () => false,
    },
  })
  return { hasher, started, end: (text: string, error?: Error) => ends.get(text)?.(error) }
}

test('hashes start in the order of the calls, also after one that failed', async () => {
  const { hasher, started, end } = createManualHasher({ maxParallel: 1 })
  const results = ['a', 'b', 'c'].map(text => hasher.hash(text))
  await vi.waitFor(() => expect(started).toEqual(['a']))
  end('a', new Error('broken'))
  await expect(results[0]).rejects.toThrow('broken')
  await vi.waitFor(() => expect(started).toEqual(['a', 'b']))
  const late = hasher.hash('d')
  end('b')
  await vi.waitFor(() => expect(started).toEqual(['a', 'b', 'c']))
  end('c')
  await vi.waitFor(() => expect(started).toEqual(['a', 'b', 'c', 'd']))
  end('d')
  expect(await late).toBe('d')
})

test('a hash that would wait too long is rejected, and the others are computed', async () => {
  const { hasher, started, end } = createManualHasher({ maxParallel: 1, maxWaiting: 2 })
  const results = ['a', 'b', 'c'].map(text => hasher.hash(text))
  await vi.waitFor(() => expect(started).toEqual(['a']))
  const rejected = [hasher.hash('d'), hasher.verify('x', 'x', failOnReport), hasher.verifyDummy('x')]
  for (const result of rejected) await expect(result).rejects.toThrow(TooManyRequests)
  await expect(hasher.hash('e')).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
  for (const text of ['a', 'b', 'c']) {
    await vi.waitFor(() => expect(started).toContain(text))
    end(text)
  }
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c'])
})

test('timers and requests go on while many hashes are computed', async () => {
  const hasher = createPasswordHasher({ algorithm: { name: 'scrypt' } })
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setTimeout(count, 0)
  }
  setTimeout(count, 0)
  const hashes = Array.from({ length: 4 }, () => hasher.hash('x'))
  const turnsBetween: number[] = []
  for (const hash of hashes) {
    await hash
    turnsBetween.push(turns)
  }
  isDone = true
  // A synchronous hash would let no timer fire before its end.
  expect(turnsBetween[0]).toBeGreaterThan(5)
  expect(turnsBetween.at(-1)).toBeGreaterThan(turnsBetween[0] ?? 0)
})
