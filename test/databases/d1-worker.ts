import type { SqlConnection } from 'latchkey/adapters/sql'
import { runContractInWorker } from './worker-contract.js'

type D1 = Extract<SqlConnection, { batch: unknown }>

/** Runs the adapter contract on the D1 binding of a Worker. */
export default {
  async fetch(_: Request, { DB }: { DB: D1 }): Promise<Response> {
    return Response.json(await runContractInWorker(DB, sql => DB.prepare(sql).all()))
  },
}
