import type { SqlConnection } from 'latchkey/adapters/sql'
import { runContractInWorker } from './worker-contract.js'

type DurableObjectStorage = Extract<SqlConnection, { transactionSync: unknown }>

interface Namespace {
  idFromName(name: string): unknown
  get(id: unknown): { fetch(request: Request): Promise<Response> }
}

/** Runs the adapter contract in a Durable Object, on its storage. */
export class AuthStore {
  readonly #storage: DurableObjectStorage

  constructor({ storage }: { readonly storage: DurableObjectStorage }) {
    this.#storage = storage
  }

  async fetch(): Promise<Response> {
    return Response.json(
      await runContractInWorker(this.#storage, sql => this.#storage.sql.exec(sql).toArray()),
    )
  }
}

export default {
  fetch: (request: Request, { STORE }: { STORE: Namespace }) =>
    STORE.get(STORE.idFromName('auth')).fetch(request),
}
