import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/** How long processes may take to end after a signal, in milliseconds. */
const gracePeriod = 5000

/**
 * Sends a signal to a process and all that it started: on Windows to the tree of the process, else to the group that it leads. On Windows, only SIGKILL is
 * sent: a console sends Ctrl-C to all its processes by itself.
 */
export function signalProcesses(pid: number, signal: NodeJS.Signals): void {
  if (process.platform !== 'win32') sendToGroup(pid, signal)
  else if (signal === 'SIGKILL') spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'])
}

/** Returns whether a process of the group, or on Windows the process itself, is alive. */
export function hasProcesses(pid: number): boolean {
  return process.platform === 'win32' ? send(pid, 0) : sendToGroup(pid, 0)
}

/** Sends a signal, waits until the processes have ended, and ends those that take longer than 5 seconds with SIGKILL. */
export async function endProcesses(pid: number, signal: NodeJS.Signals): Promise<void> {
  signalProcesses(pid, signal)
  const deadline = performance.now() + gracePeriod
  while (hasProcesses(pid) && performance.now() < deadline) await wait(50)
  if (hasProcesses(pid)) signalProcesses(pid, 'SIGKILL')
}

function sendToGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  return send(-pid, signal)
}

/** @returns whether a process received the signal */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    // All processes have ended.
    return false
  }
}
