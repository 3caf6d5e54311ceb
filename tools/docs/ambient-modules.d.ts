/**
 * Modules that the examples in the documentation import and that are not installed here: files of the app, generated files, and
 * the used parts of frameworks.
 */

/** `auth.ts` of an app of SvelteKit, Astro or Qwik City, or of a Next.js app with a relative import. */
declare module '*/auth' {
  import type { AuthConfig } from 'latchkey'
  import type { AstroAuthResult } from 'latchkey/astro'
  import type { NextAuthResult } from 'latchkey/next'
  import type { QwikCityAuthResult } from 'latchkey/qwik-city'
  import type { SvelteKitAuthResult } from 'latchkey/sveltekit'

  export const { handle, requireAuth, signIn, signOut }: SvelteKitAuthResult
  export const { auth }: NextAuthResult
  export const { ALL }: AstroAuthResult
  export const { getAuth }: QwikCityAuthResult
  export const onRequest: AstroAuthResult['onRequest'] & QwikCityAuthResult['onRequest']

  /** The default export of `server/auth.js` in a Nuxt app. */
  const config: AuthConfig
  export default config
}

/** Nuxt adds it. */
interface ImportMeta {
  readonly client: boolean
}

/** The types of Astro, in an app whose `App.Locals` has `auth`. */
declare module 'astro' {
  import type { AstroRequestAuth } from 'latchkey/astro'

  interface APIContext {
    readonly request: Request
    readonly params: Readonly<Record<string, string | undefined>>
    readonly locals: { readonly auth: AstroRequestAuth }
    readonly routePattern: string
    redirect(path: string, status?: 301 | 302 | 303 | 307 | 308): Response
  }
  export type APIRoute = (context: APIContext) => Response | Promise<Response>
  export type MiddlewareHandler = (
    context: APIContext,
    next: () => Promise<Response>,
  ) => Response | Promise<Response>
}

declare module 'astro:middleware' {
  import type { MiddlewareHandler } from 'astro'

  export function defineMiddleware(handle: MiddlewareHandler): MiddlewareHandler
}

declare module 'astro:actions' {
  import type { APIContext } from 'astro'

  export class ActionError extends Error {
    constructor(options: { code: 'UNAUTHORIZED' | 'FORBIDDEN'; message?: string })
  }
  export function defineAction<Result>(options: {
    handler(input: unknown, context: APIContext): Result
  }): (input: unknown) => Promise<Awaited<Result>>
}

/** A component of a Vue app. */
declare module '*.vue' {
  import type { Component } from 'vue'

  const component: Component
  export default component
}

declare module '@/auth' {
  import type { NextAuthConfig, NextAuthResult } from 'latchkey/next'

  export const config: NextAuthConfig
  export const { handlers, auth, requireAuth, signIn, signOut, unstable_update }: NextAuthResult
}

declare module '@/app/api/me/route' {
  export function GET(): Promise<Response>
}

declare module '@/app/actions' {
  export function leave(): Promise<void>
  export function signInWithGitHub(): Promise<void>
  export function signInWithPassword(form: FormData): Promise<void>
}

declare module '@/components/session' {
  import type { ReactNode } from 'react'

  export function Session(props: { children: ReactNode }): Promise<ReactNode>
}

declare module 'next-intl/middleware' {
  import type { NextRequest } from 'next/server.js'

  export default function createMiddleware(routing: object): (request: NextRequest) => Response
}

/** The locales of an app with `next-intl`. */
declare module '*/i18n/routing' {
  export const routing: { readonly locales: readonly string[] }
}

declare module 'next/headers' {
  export function headers(): Promise<Headers>
}

/** `latchkey/next` imports it by this name. */
declare module 'next/server.js' {
  export interface NextRequest extends Request {
    readonly nextUrl: URL
  }
  export interface NextFetchEvent {
    waitUntil(promise: Promise<unknown>): void
  }
}

declare module 'next/server' {
  export type { NextRequest } from 'next/server.js'
}

declare module 'next/navigation' {
  export function redirect(url: string): never
}

declare module '~/lib/auth' {
  import type { SolidAuthConfig } from 'latchkey/solid-start'

  export const authConfig: SolidAuthConfig
}

declare module '*/$types' {
  import type { KitEvent } from 'latchkey/sveltekit'

  type Load = (event: KitEvent & { parent(): Promise<Record<string, unknown>> }) => unknown
  export type LayoutServerLoad = Load
  export type PageServerLoad = Load
  export type Actions = Record<string, (event: KitEvent) => unknown>
  export type RequestHandler = (event: KitEvent) => Response | Promise<Response>
}

declare module '$env/dynamic/private' {
  export const env: Record<string, string | undefined>
}

declare module '@sveltejs/kit/env' {
  type Declaration = { readonly schema: (value: string | undefined) => unknown }
  export function defineEnvVars<T extends Record<string, Declaration>>(variables: T): T
}

declare module '@sveltejs/kit' {
  import type { HandleInput, KitEvent } from 'latchkey/sveltekit'

  type Event = KitEvent & { readonly route: { readonly id: string | null } }
  export type Handle = (input: HandleInput<Event>) => Response | Promise<Response>
  export function error(status: number, text: string): never
  export function fail(status: number, what: object): object
  export function redirect(status: number, location: string): never
}

declare module '$app/server' {
  import type { KitEvent } from 'latchkey/sveltekit'

  type RemoteFunction<Result> = () => Promise<Awaited<Result>>
  export function getRequestEvent(): KitEvent
  export function query<Result>(run: () => Result): RemoteFunction<Result>
  export function form<Result>(run: () => Result): RemoteFunction<Result>
  export function command<Result>(run: () => Result): RemoteFunction<Result>
}

declare module '@sveltejs/kit/hooks' {
  import type { Handle } from '@sveltejs/kit'

  export function sequence(...handles: Handle[]): Handle
}

declare module '@solidjs/start/middleware' {
  import type { Session, SolidEvent } from 'latchkey/solid-start'

  type Event = SolidEvent & { response: { headers: Headers }; locals: { session?: Session | null } }
  export function createMiddleware(steps: { onRequest(event: Event): Promise<unknown> }): unknown
}

declare module '@solidjs/start/config' {
  import type { PluginOption } from 'vite'

  interface Prerender {
    routes: string[]
    crawlLinks: boolean
    ignore: string[]
  }
  export function defineConfig(options: {
    middleware: string
    server?: { prerender?: Prerender; routeRules?: object }
  }): unknown
  export function solidStart(options: { middleware: string }): PluginOption
}

declare module 'nitro/vite' {
  import type { PluginOption } from 'vite'

  export function nitro(options?: { traceDeps?: string[]; routeRules?: object }): PluginOption
}

declare module '@solidjs/router' {
  export function query<Ask>(ask: Ask, name: string): Ask
  export function redirect(url: string): Error
}

declare module 'solid-js/web' {
  import type { Session, SolidEvent } from 'latchkey/solid-start'

  export function getRequestEvent(): (SolidEvent & { locals: { session?: Session | null } }) | undefined
}

declare module 'h3' {
  import type { H3Event as AuthEvent, H3AuthContext, H3Middleware } from 'latchkey/h3'

  export interface H3EventContext extends H3AuthContext {}
  export interface H3Event extends AuthEvent {
    context: H3EventContext
    req: Request
  }
  type Handler = (event: H3Event) => unknown
  export class H3 {
    use(...params: [H3Middleware] | [path: string, middleware: H3Middleware]): this
    get(path: string, handler: Handler, options?: { middleware: H3Middleware[] }): this
    post(path: string, handler: Handler): this
  }
  export function redirect(url: string, status?: number): object
  export function serve(app: H3): void
  export function defineHandler(handler: Handler): Handler
  export function defineEventHandler(handler: Handler): Handler

  /** The names of h3 1. */
  interface App {
    use(...params: [H3Middleware] | [path: string, middleware: H3Middleware]): this
  }
  export function createApp(): App
  export function eventHandler(handler: H3Middleware | Handler): H3Middleware
  export function toNodeListener(app: App): () => void
}

/** The files of docs/recipes/trpc.md. */
declare module '*/trpc.js' {
  import type { TRPCRootObject, TRPCRuntimeConfigOptions } from '@trpc/server'
  import type { FetchCreateContextFnOptions } from '@trpc/server/adapters/fetch'
  import type { Session } from 'latchkey/types'

  export interface Context {
    session: Session | null
    isCrossOrigin: boolean
    readAgain(): Promise<Session | null>
  }
  export const t: TRPCRootObject<Context, object, TRPCRuntimeConfigOptions<Context, object>>
  export function createContext(options: FetchCreateContextFnOptions): Promise<Context>
}

declare module '*/trpc-procedures.js' {
  import type {
    TRPCProcedureBuilder,
    TRPCRootObject,
    TRPCRuntimeConfigOptions,
    TRPCUnsetMarker,
  } from '@trpc/server'
  import type { Session } from 'latchkey/types'

  interface Context {
    session: Session | null
    isCrossOrigin: boolean
    readAgain(): Promise<Session | null>
  }
  export const router: TRPCRootObject<Context, object, TRPCRuntimeConfigOptions<Context, object>>['router']
  export const protectedProcedure: TRPCProcedureBuilder<
    Context,
    object,
    { session: Session },
    TRPCUnsetMarker,
    TRPCUnsetMarker,
    TRPCUnsetMarker,
    TRPCUnsetMarker,
    false
  >
}

declare module '*/trpc-subscriptions.js' {
  import type { Session } from 'latchkey/types'

  interface Reader {
    readAgain(): Promise<Session | null>
  }
  export function whileSignedIn<T>(ctx: Reader, values: AsyncIterable<T>): AsyncGenerator<T>
}

/** The integration that docs/guides/write-an-integration.md shows. */
declare module '*/hono-auth.js' {
  import type { MiddlewareHandler } from 'hono'
  import type {
    AuthConfig,
    AuthInstance,
    RequestHead,
    RequireAuthOptions,
    ServerSignInOptions,
    ServerSignOutOptions,
  } from 'latchkey/server'
  import type { Session } from 'latchkey/types'

  interface RequestAuth {
    getSession(): Promise<Session | null>
    signIn(options: Omit<ServerSignInOptions, 'originCheck'>): Promise<Response>
    signOut(options: Omit<ServerSignOutOptions, 'originCheck'>): Promise<Response>
    call<Result>(run: (head: RequestHead) => Promise<Result>): Promise<Result>
  }
  type Middleware = MiddlewareHandler<{ Variables: { auth: RequestAuth } }>
  export function createHonoAuth(config: AuthConfig): {
    auth: Middleware
    requireAuth: (requirement: RequireAuthOptions) => Middleware
    requireSession: Middleware
    instance: AuthInstance
  }
}

/** The module of a Nest app. */
declare module '*/app.module.js' {
  export class AppModule {}
}

/** Only apps that render on a server install it. */
declare module '@angular/ssr' {
  type RespondToRequest = (request: Request) => Promise<Response | null> | null | Response

  export class AngularAppEngine {
    handle(request: Request, requestContext?: unknown): Promise<Response | null>
  }
  export function createRequestHandler(handler: RespondToRequest): RespondToRequest
  export const RenderMode: { readonly Server: 0; readonly Client: 1; readonly Prerender: 2 }
  export interface ServerRoute {
    path: string
    renderMode: 0 | 1 | 2
  }
}

declare module '@angular/ssr/node' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export class AngularNodeAppEngine {
    handle(request: IncomingMessage | Request, requestContext?: unknown): Promise<Response | null>
  }
  export function createNodeRequestHandler<Handler>(handler: Handler): Handler
  export function writeResponseToNodeResponse(source: Response, destination: ServerResponse): Promise<void>
}

/** The configuration of a React Router app. */
declare module '~/auth.server' {
  import type { ReactRouterAuthResult } from 'latchkey/react-router'

  export const { authMiddleware, authContext, sessionContext, requireAuth, handleAuth }: ReactRouterAuthResult
}

declare module '*/+types/root' {
  export type { ReactRouterRoute as Route } from 'docs:react-router'
}

declare module '*/+types/sign-in' {
  export type { ReactRouterRoute as Route } from 'docs:react-router'
}

declare module '*/+types/sign-out' {
  export type { ReactRouterRoute as Route } from 'docs:react-router'
}

declare module '*/+types/account' {
  export type { ReactRouterRoute as Route } from 'docs:react-router'
}

declare module '*/+types/billing' {
  export type { ReactRouterRoute as Route } from 'docs:react-router'
}

/** What React Router generates for each route. */
declare module 'docs:react-router' {
  import type { ReactRouterArgs } from 'latchkey/react-router'
  import type { MiddlewareFunction as Middleware } from 'react-router'

  export namespace ReactRouterRoute {
    type LoaderArgs = ReactRouterArgs
    type ActionArgs = ReactRouterArgs
    type MiddlewareFunction = Middleware<Response>
  }
}

/** The configuration of a TanStack Start app, or of a React Router app with a relative import. */
declare module '*/auth.server' {
  import type { ReactRouterAuthResult } from 'latchkey/react-router'
  import type { TanStackStartAuthResult } from 'latchkey/tanstack-start'

  export const { authContext }: ReactRouterAuthResult
  export const { authenticate, handlers, needsCsrfCheck }: TanStackStartAuthResult
}

declare module '*/start' {
  import type { Middleware } from '@tanstack/react-start'
  import type { TanStackStartRequestAuth } from 'latchkey/tanstack-start'

  export const authMiddleware: Middleware<{ auth: TanStackStartRequestAuth }>
}

declare module '*/auth-functions' {
  export const signIn: { readonly url: string }
  export const signOut: { readonly url: string }
}

declare module '*/session' {
  import type { PublicSession } from 'latchkey/server'

  export function loadSession(): Promise<PublicSession | null>
}

declare module '*/account-functions' {
  export function loadAccount(options: { data: string }): Promise<{ name: string | null | undefined }>
}

/** The used part of TanStack Start, in an app whose middleware sets `context.auth`. */
declare module '@tanstack/react-start' {
  import type { TanStackStartArgs, TanStackStartRequestAuth } from 'latchkey/tanstack-start'

  interface Next<Added> {
    readonly response: Response
    readonly '~added': Added
  }
  interface MiddlewareArgs<Context> extends TanStackStartArgs {
    readonly context: Context
    next<Added>(options: { context: Added }): Promise<Next<Added>>
  }
  export interface Middleware<Context> {
    readonly '~context': Context
  }
  interface MiddlewareBuilder<Context> {
    middleware<Added>(steps: Middleware<Added>[]): MiddlewareBuilder<Context & Added>
    server<Added>(run: (args: MiddlewareArgs<Context>) => Promise<Next<Added>>): Middleware<Context & Added>
  }
  interface FunctionArgs<Data> {
    readonly context: { readonly auth: TanStackStartRequestAuth }
    readonly data: Data
  }
  interface FunctionBuilder<Input, Data> {
    validator<NewInput, NewData>(
      validate: (input: NewInput) => NewData,
    ): FunctionBuilder<{ data: NewInput }, NewData>
    handler<Result>(
      handle: (args: FunctionArgs<Data>) => Result,
    ): ((options: Input) => Promise<Awaited<Result>>) & { readonly url: string }
  }
  export function createMiddleware(): MiddlewareBuilder<object>
  export function createServerFn(options?: { method: 'GET' | 'POST' }): FunctionBuilder<void, undefined>
  export function createServerOnlyFn<Run>(run: Run): Run
  export function createCsrfMiddleware(options: {
    filter(args: TanStackStartArgs): boolean | Promise<boolean>
  }): Middleware<object>
  export function createStart(getOptions: () => { requestMiddleware: Middleware<object>[] }): object
}

declare module '@tanstack/react-start/plugin/vite' {
  import type { PluginOption } from 'vite'

  export function tanstackStart(options?: {
    prerender: { enabled: boolean; filter(page: { path: string }): boolean }
  }): PluginOption
}

declare module '@tanstack/react-router' {
  import type { Middleware } from '@tanstack/react-start'
  import type { ReactNode } from 'react'

  interface HandlerArgs<Context> {
    readonly request: Request
    readonly context: Context
  }
  interface RouteOptions<Data, Context> {
    headers?(): Record<string, string>
    loader?(args: { location: { readonly href: string } }): Promise<Data>
    component?(): ReactNode
    server?: {
      middleware?: Middleware<Context>[]
      handlers: Record<string, (args: HandlerArgs<Context>) => Response | Promise<Response>>
    }
  }
  interface Route<Data> {
    useLoaderData(): Data
  }
  export function createRootRoute<Data>(options: RouteOptions<Data, object>): Route<Data>
  export function createFileRoute(
    path: string,
  ): <Data, Context>(options: RouteOptions<Data, Context>) => Route<Data>
  export function redirect(options: { href: string; reloadDocument: boolean; statusCode: number }): Error
  export function Outlet(): ReactNode
}

declare module '@vitejs/plugin-react' {
  import type { PluginOption } from 'vite'

  export default function react(): PluginOption
}

declare module '@builder.io/qwik-city' {
  import type { QwikCityEvent } from 'latchkey/qwik-city'

  type Action<Result> = () => { readonly value: Awaited<Result> | undefined }
  export type RequestHandler = (event: QwikCityEvent) => void | Promise<void>
  export function routeLoader$<Result>(
    load: (event: QwikCityEvent) => Result,
  ): () => { readonly value: Awaited<Result> }
  export function globalAction$<Result>(
    run: (fields: Record<string, unknown>, event: QwikCityEvent) => Result,
  ): Action<Result>
}

/** The API whose client docs/frameworks/hono.md shows. */
declare module '*/api.js' {
  import type { Hono, ToSchema, TypedResponse } from 'hono'
  import type { BlankInput } from 'hono/types'
  import type { HonoAuthEnv, HonoRefusal } from 'latchkey/hono'

  type Account =
    | TypedResponse<{ name?: string | null }, 200, 'json'>
    | TypedResponse<HonoRefusal, 401, 'json'>
  export type AppType = Hono<HonoAuthEnv, ToSchema<'get', '/account', BlankInput, Account>, '/'>
}

/** The client of Prisma of an app, whose schema has the model of records. */
declare module '*/prisma.js' {
  interface Model {
    deleteMany(args: { where: object }): Promise<{ count: number }>
  }
  export const prisma: {
    readonly account: {
      findMany(args: { where: object }): Promise<import('latchkey/adapters').AdapterAccount[]>
    }
    readonly authenticator: {
      delete(args: { where: object }): Promise<import('latchkey/adapters').AdapterAuthenticator>
    }
    readonly latchkeyRecord: Model
    readonly session: Model
    readonly verificationToken: Model
    $transaction(steps: unknown[]): Promise<unknown>
  }
}

declare module '@auth/prisma-adapter' {
  import type { Adapter } from 'latchkey/adapters'

  export function PrismaAdapter(prisma: object): Adapter
}

/** The database and the schema of Drizzle of an app. */
declare module '*/db.js' {
  import type { DrizzleDatabase } from 'latchkey/adapters/drizzle'

  export const db: DrizzleDatabase & { readonly $client: import('pg').Pool }
}

declare module '*/schema.js' {
  import type { RecordsTable } from 'latchkey/adapters/drizzle'

  export const users: object
  export const accounts: object
  export const sessions: object
  export const verificationTokens: object
  export const authenticators: object
  export const latchkeyRecords: RecordsTable
}

declare module '@auth/drizzle-adapter' {
  import type { Adapter } from 'latchkey/adapters'

  export function DrizzleAdapter(db: object, tables?: Readonly<Record<string, object>>): Adapter
}
