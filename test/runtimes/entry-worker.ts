import { report } from './report.js'
import type { Environment } from './suite/harness.js'

/** For workers: the environment variables are bindings, and the response is the report. */
export default {
  async fetch(_: Request, env: Environment): Promise<Response> {
    return Response.json(await report({ env }))
  },
}
