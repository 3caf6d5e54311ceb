import { report } from './report.js'
import type { Environment } from './suite/harness.js'

/** For workers: the variables come with each request, and the report is the answer. */
export default {
  async fetch(_: Request, env: Environment): Promise<Response> {
    return Response.json(await report({ env }))
  },
}
