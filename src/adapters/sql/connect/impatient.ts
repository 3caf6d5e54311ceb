import { AdapterError } from '../../../errors.js'
import type { Connection, Query, Result, Run } from '../connection.js'
import { type Deadlines, longest } from './deadlines.js'
import { type Lent, lentTransaction } from './interactive.js'

/**
 * A pool whose callers get an error instead of waiting for a database that does not answer. A connection that was waited
 * for in vain is hung up, since its answer would be taken for that of somebody else's question.
 */
export function impatient(lend: () => Promise<Lent>, deadlines: Deadlines): Omit<Connection, 'close'> {
  async function borrow(): Promise<Loan> {
    const lending = lend()
    try {
      return new Loan(await inTime(lending, deadlines.connect), deadlines.answer)
    } catch (error) {
      lending.then(giveBack, alreadyReported)
      throw error
    }
  }

  async function run(query: Query): Promise<Result> {
    const loan = await borrow()
    try {
      return await loan.run(query)
    } finally {
      loan.release()
    }
  }
  return { run, together: async queries => lentTransaction(await borrow(), queries) }
}

/** A connection in somebody's hands, as long as it answers in time. */
class Loan implements Lent {
  #silence: NoAnswer | null = null

  constructor(
    readonly lent: Lent,
    readonly patience: number,
  ) {}

  readonly run: Run = async query => {
    if (this.#silence) throw this.#silence
    try {
      return await inTime(this.lent.run(query), query.takesLong ? Number.POSITIVE_INFINITY : this.patience)
    } catch (error) {
      if (error instanceof NoAnswer) this.#silence = error
      throw error
    }
  }

  release(): void {
    if (this.#silence) this.lent.destroy()
    else this.lent.release()
  }

  destroy(): void {
    this.lent.destroy()
  }
}

class NoAnswer extends AdapterError {}

async function inTime<T>(begun: Promise<T>, milliseconds: number): Promise<T> {
  if (milliseconds > longest) return begun
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new NoAnswer(`The database did not answer within ${milliseconds} ms.`)
    timer = setTimeout(() => reject(error), milliseconds)
  })
  try {
    return await Promise.race([begun, late])
  } finally {
    clearTimeout(timer)
  }
}

function giveBack(lent: Lent): void {
  lent.release()
}

const alreadyReported = () => {}
