import type { RequestListener, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { ExpressHandler, ExpressRequest } from 'latchkey/express'

/** As much of Express as the tests use, which is alike in both majors. */
export interface Express {
  (): ExpressApp
  Router(): Router
  json(): ExpressHandler
  text(options: { type: string }): ExpressHandler
  urlencoded(options: { extended: boolean }): ExpressHandler
}

type Handler<Req extends ExpressRequest> = (
  req: Req,
  res: ExpressResponse,
  next: (error?: unknown) => void,
) => unknown
/** Express knows it by its four parameters. */
export type ErrorHandler = (
  error: Error,
  req: ExpressRequest,
  res: ExpressResponse,
  next: (error?: unknown) => void,
) => unknown

interface Router {
  use<Req extends ExpressRequest>(...handlers: (Handler<Req> | Router)[]): void
  use(handler: ErrorHandler): void
  use<Req extends ExpressRequest>(path: string, ...handlers: (Handler<Req> | Router)[]): void
  all<Req extends ExpressRequest>(path: string, handler: Handler<Req>): void
  get<Req extends ExpressRequest>(path: string, handler: Handler<Req>): void
}

type ExpressApp = Router & RequestListener

interface ExpressResponse extends ServerResponse {
  status(code: number): ExpressResponse
  send(body: unknown): void
  json(body: unknown): void
}

const installed = createRequire(new URL('installed/package.json', import.meta.url))

/** Each major that people have, and how it writes "everything below". */
export const expressVersions = [
  { major: 4, module: 'express-4', wildcard: '*' },
  { major: 5, module: 'express-5', wildcard: '*splat' },
] as const

/** The real thing; installed by `installDependencies`. */
export function loadExpress(module: string): Express {
  return installed(module) as Express
}
