import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a process ends: by SIGKILL, by a crash during an adapter call, or by SIGTERM after its pending requests. */
export type Ending = 'killed' | 'crashed' | 'terminated'

/** The program and the sockets of its processes. */
export interface FleetPlan {
  readonly program: string
  /** The socket of each process. */
  readonly sockets: readonly string[]
  readonly env: Environment
}

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string>>

const stopTimeoutMs = 60_000

/** The processes behind the proxy. A process that is ended is restarted at once. */
export class Fleet {
  readonly #plan: FleetPlan
  #env: Environment
  readonly #processes: (ChildProcess | null)[]
  /** The environment that each process was started with. */
  readonly #startedWith: Environment[] = []
  readonly endings: Record<Ending, number> = { killed: 0, crashed: 0, terminated: 0 }
  /** Unexpected exits of processes. */
  readonly crashes: string[] = []
  /** The number of logged errors of each type, with one of the messages. */
  readonly logged = new Map<string, { count: number; why: string }>()

  constructor(plan: FleetPlan) {
    this.#plan = plan
    this.#env = plan.env
    this.#processes = plan.sockets.map(() => null)
  }

  get size(): number {
    return this.#processes.length
  }

  async start(): Promise<void> {
    await Promise.all(this.#processes.map((_, index) => this.#launch(index)))
  }

  /** Ends a random running process, unless too few are left, and restarts it. Never rejects. */
  async endOne(ending: Ending): Promise<void> {
    const running = [...this.#processes.keys()].filter(index => this.#processes[index])
    const index = running[Math.floor(Math.random() * running.length)]
    if (index !== undefined && running.length > 2) await this.#restart(index, ending)
  }

  /** Restarts all processes with new variables, one by one, `pause` milliseconds apart, like a rolling deploy. Never rejects. */
  async deploy(changes: Environment, pause = 0): Promise<void> {
    this.#env = { ...this.#env, ...changes }
    for (const index of this.#processes.keys()) {
      while (!this.#processes[index] && this.crashes.length === 0) await sleep(20)
      // A process that was restarted meanwhile already has the new environment.
      if (this.#startedWith[index] !== this.#env) await this.#restart(index, 'terminated')
      await sleep(pause)
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#processes.keys()].map(index => this.#end(index, 'killed')))
  }

  async #restart(index: number, ending: Ending): Promise<void> {
    try {
      await this.#end(index, ending)
      this.endings[ending]++
      await this.#launch(index)
    } catch (error) {
      this.crashes.push(String(error))
    }
  }

  async #launch(index: number): Promise<void> {
    const { program, sockets } = this.#plan
    this.#startedWith[index] = this.#env
    const env = { ...process.env, ...this.#env, PORT: sockets[index] }
    const child = fork(program, [], { execArgv: [], env })
    const ready = new Promise<void>((resolve, reject) => {
      child.on('message', (message: { isReady?: true; logged?: string; why?: string }) => {
        if (message.isReady) resolve()
        if (message.logged) this.#note(message.logged, message.why ?? '')
      })
      child.once('exit', code => reject(new Error(`A process exited with ${code} before it was ready.`)))
    })
    await Promise.race([ready, rejectAfterDeadline()])
    this.#processes[index] = child
    child.once('exit', (code, signal) => {
      if (this.#processes[index] === child)
        this.crashes.push(`A process exited unexpectedly: ${signal ?? code}.`)
    })
  }

  async #end(index: number, ending: Ending): Promise<void> {
    const child = this.#processes[index]
    this.#processes[index] = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    if (ending === 'crashed') child.send('crash')
    else child.kill(ending === 'killed' ? 'SIGKILL' : 'SIGTERM')
    const killTimer = setTimeout(() => child.kill('SIGKILL'), ending === 'crashed' ? 2_000 : 10_000)
    await gone
    clearTimeout(killTimer)
  }

  #note(type: string, why: string): void {
    const { count } = this.logged.get(type) ?? { count: 0 }
    this.logged.set(type, { count: count + 1, why })
  }
}

async function rejectAfterDeadline(): Promise<never> {
  await sleep(stopTimeoutMs, undefined, { ref: false })
  throw new Error('A process was not ready after a minute.')
}
