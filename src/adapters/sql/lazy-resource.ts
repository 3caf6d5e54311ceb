import { AdapterError } from '../../errors.js'

/** A resource that is opened on first use and can be closed. */
export class LazyResource<T> {
  #resource: Promise<T> | null = null
  #closed = false

  constructor(
    readonly open: () => Promise<T>,
    readonly release: (resource: T) => Promise<void>,
  ) {}

  /** Opens the resource once. After a failure, the next call tries again. */
  get(): Promise<T> {
    if (this.#closed) return Promise.reject(new AdapterError('The adapter is closed.'))
    this.#resource ??= this.open().catch((error: unknown) => {
      this.#resource = null
      throw error
    })
    return this.#resource
  }

  /** Makes the next call open the resource again, unless another call has already done so. Releases nothing. */
  discard(resource: Promise<T>): void {
    if (this.#resource === resource) this.#resource = null
  }

  async close(): Promise<void> {
    this.#closed = true
    const resource = this.#resource
    this.#resource = null
    const ignoreReportedError = () => {}
    if (resource) await resource.then(this.release, ignoreReportedError)
  }
}
