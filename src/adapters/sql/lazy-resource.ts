import { AdapterError } from '../../errors.js'

/** A resource that is opened on first use and can be closed. */
export class LazyResource<T> {
  #opened: Promise<T> | null = null
  #closed = false

  constructor(
    readonly open: () => Promise<T>,
    readonly release: (opened: T) => Promise<void>,
  ) {}

  /** Opens the resource once. After a failure, the next call tries again. */
  get(): Promise<T> {
    if (this.#closed) return Promise.reject(new AdapterError('The adapter is closed.'))
    this.#opened ??= this.open().catch((error: unknown) => {
      this.#opened = null
      throw error
    })
    return this.#opened
  }

  /** Makes the next call open the resource again, unless another call has already done so. Releases nothing. */
  discard(opened: Promise<T>): void {
    if (this.#opened === opened) this.#opened = null
  }

  async close(): Promise<void> {
    this.#closed = true
    const opened = this.#opened
    this.#opened = null
    const ignoreReportedError = () => {}
    if (opened) await opened.then(this.release, ignoreReportedError)
  }
}
