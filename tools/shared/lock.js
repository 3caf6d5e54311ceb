/**
 * Lets one process at a time work on a folder.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** After this time, in milliseconds, a lock is ignored: its process id may have passed to another process. */
const maxAge = 20 * 60_000

/** Runs `work` when no other process, and no other call in this process, holds the lock of `folder`. A lock of an ended process is ignored. */
export async function holdLock(folder, work) {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const file = join(tmpdir(), `latchkey-lock-${digest}`)
  while (!tryLock(file)) await sleep(100)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Creates the file with the id of this process. @returns whether this process holds the lock now */
function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isHeld(file)) rmSync(file, { force: true })
    return false
  }
}

/** An empty file is one that its process has just created. */
function isHeld(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    return Date.now() - statSync(file).mtimeMs < maxAge && (holder === 0 || isRunning(holder))
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
