import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a process is ended: now, in the middle of a request, or after what it was asked for. */
export type Ending = 'killed' | 'killed midway' | 'told to end'

/** What runs how often. */
export interface FleetPlan {
  readonly program: string
  /** Where each process listens. */
  readonly sockets: readonly string[]
  readonly env: Environment
}

/** What each process is told. */
export type Environment = Readonly<Record<string, string>>

const stopTimeoutMs = 60_000

/** The processes behind the proxy. One that was ended is started again at once. */
export class Fleet {
  readonly #plan: FleetPlan
  #env: Environment
  readonly #members: (ChildProcess | null)[]
  /** What each process was told when it was started. */
  readonly #told: Environment[] = []
  readonly endings: Record<Ending, number> = { killed: 0, 'killed midway': 0, 'told to end': 0 }
  /** Processes that ended unasked. */
  readonly crashes: string[] = []
  /** What the processes logged: how often each type of error, with one of its messages. */
  readonly logged = new Map<string, { count: number; why: string }>()

  constructor(plan: FleetPlan) {
    this.#plan = plan
    this.#env = plan.env
    this.#members = plan.sockets.map(() => null)
  }

  get size(): number {
    return this.#members.length
  }

  async start(): Promise<void> {
    await Promise.all(this.#members.map((_, place) => this.#launch(place)))
  }

  /** Ends one of those that answer, unless too few are left, and starts it again. Never rejects. */
  async endOne(ending: Ending): Promise<void> {
    const living = [...this.#members.keys()].filter(place => this.#members[place])
    const place = living[Math.floor(Math.random() * living.length)]
    if (place !== undefined && living.length > 2) await this.#restart(place, ending)
  }

  /** Tells every process something new, one after another and `pause` milliseconds apart, as a deploy does it. Never rejects. */
  async deploy(news: Environment, pause = 0): Promise<void> {
    this.#env = { ...this.#env, ...news }
    for (const place of this.#members.keys()) {
      while (!this.#members[place] && this.crashes.length === 0) await sleep(20)
      // One that was killed and started meanwhile knows the news.
      if (this.#told[place] !== this.#env) await this.#restart(place, 'told to end')
      await sleep(pause)
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#members.keys()].map(place => this.#end(place, 'killed')))
  }

  async #restart(place: number, ending: Ending): Promise<void> {
    try {
      await this.#end(place, ending)
      this.endings[ending]++
      await this.#launch(place)
    } catch (error) {
      this.crashes.push(String(error))
    }
  }

  async #launch(place: number): Promise<void> {
    const { program, sockets } = this.#plan
    this.#told[place] = this.#env
    const env = { ...process.env, ...this.#env, PORT: sockets[place] }
    const child = fork(program, [], { execArgv: [], env })
    const ready = new Promise<void>((resolve, reject) => {
      child.on('message', (message: { isReady?: true; logged?: string; why?: string }) => {
        if (message.isReady) resolve()
        if (message.logged) this.#note(message.logged, message.why ?? '')
      })
      child.once('exit', code => reject(new Error(`A process ended with ${code} before it was ready.`)))
    })
    await Promise.race([ready, rejectAfterDeadline()])
    this.#members[place] = child
    child.once('exit', (code, signal) => {
      if (this.#members[place] === child) this.crashes.push(`A process ended by itself: ${signal ?? code}.`)
    })
  }

  async #end(place: number, ending: Ending): Promise<void> {
    const child = this.#members[place]
    this.#members[place] = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    if (ending === 'killed midway') child.send('die midway')
    else child.kill(ending === 'killed' ? 'SIGKILL' : 'SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), ending === 'killed midway' ? 2_000 : 10_000)
    await gone
    clearTimeout(patience)
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
