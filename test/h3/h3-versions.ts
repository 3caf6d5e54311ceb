import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { H3AuthContext, H3Event, H3Middleware } from 'latchkey/h3'
import { installDependencies } from '../../tools/setup.js'

/** An event of both versions, behind the middleware `auth`. */
export interface TestEvent extends H3Event {
  readonly context: H3AuthContext
}

/** An event of h3 1. */
export interface TestEventOne extends TestEvent {
  readonly node: { readonly req: IncomingMessage; readonly res: ServerResponse }
}

/** An event of h3 2. */
export interface TestEventTwo extends TestEvent {
  readonly req: Request
  readonly res: { status?: number; readonly headers: Headers; readonly errHeaders: Headers }
}

type Handler<Event> = (event: Event) => unknown

/** The part of h3 1 that the tests use. */
export interface H3One {
  createApp(options?: { onError?(error: { statusCode: number }, event: TestEventOne): void }): {
    use(handler: Handler<TestEventOne>): void
    use(path: string, handler: Handler<TestEventOne>): void
  }
  eventHandler<Event>(handler: Handler<Event>): Handler<Event>
  appendResponseHeader(event: TestEvent, name: string, value: string): void
  setResponseHeader(event: TestEvent, name: string, value: string): void
  getRequestHeader(event: TestEvent, name: string): string | undefined
  readBody(event: H3Event): Promise<unknown>
  isError(error: unknown): boolean
  toNodeListener(app: object): RequestListener
  createEvent(req: IncomingMessage, res: ServerResponse): TestEventOne
}

/** An app of h3 2. */
export interface H3TwoApp {
  use(middleware: H3Middleware): void
  use(path: string, middleware: H3Middleware): void
  get(path: string, handler: Handler<TestEventTwo>, options?: { middleware: H3Middleware[] }): void
  all(path: string, handler: Handler<TestEventTwo>): void
  fetch(request: Request): Response | Promise<Response>
}

/** The part of h3 2 that the tests use. */
export interface H3Two {
  H3: new (options?: {
    silent?: boolean
    onError?(error: { status: number }, event: TestEventTwo): unknown
  }) => H3TwoApp
  HTTPError: { isError(error: unknown): boolean }
  toNodeHandler(app: H3TwoApp): RequestListener
  toResponse(value: unknown, event: TestEventTwo): Response | Promise<Response>
}

const installed = new URL('installed/package.json', import.meta.url)

/** Loads h3 1, and installs it before if necessary. */
export async function loadH3One(): Promise<H3One> {
  return load('h3-1') as Promise<H3One>
}

/** Loads h3 2, and installs it before if necessary. */
export async function loadH3Two(): Promise<H3Two> {
  return load('h3-2') as Promise<H3Two>
}

/** Loads the release candidate of h3 2 that Nitro 3.0.0 contains, and installs it before if necessary. */
export async function loadH3TwoCandidate(): Promise<H3Two> {
  return load('h3-2-rc') as Promise<H3Two>
}

/** The part of ocache that the tests use: the cache of handlers in Nitro 3. */
export interface HandlerCache {
  createMemoryStorage(): object
  defineCachedHandler(
    handler: Handler<TestEventTwo>,
    options: {
      name: string
      maxAge: number
      storage: object
      varies?: readonly string[]
      toResponse: unknown
    },
  ): Handler<TestEventTwo>
}

/** Loads the cache of handlers in Nitro 3, and installs it before if necessary. */
export async function loadHandlerCache(): Promise<HandlerCache> {
  return load('ocache') as Promise<HandlerCache>
}

async function load(name: string): Promise<unknown> {
  await installDependencies(fileURLToPath(new URL('.', installed)))
  return import(pathToFileURL(createRequire(installed).resolve(name)).href)
}
