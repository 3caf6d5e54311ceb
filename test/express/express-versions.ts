import type { RequestListener, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { ExpressHandler, ExpressRequest } from 'latchkey/express'

/** The part of Express that the tests use. It is the same in both major versions. */
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
/** Express recognizes an error handler by its four parameters. */
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

/** The supported major versions and their wildcard syntax. */
export const expressVersions = [
  { major: 4, module: 'express-4', wildcard: '*' },
  { major: 5, module: 'express-5', wildcard: '*splat' },
] as const

/** Loads Express. `installDependencies` installs it. */
export function loadExpress(module: string): Express {
  return installed(module) as Express
}
