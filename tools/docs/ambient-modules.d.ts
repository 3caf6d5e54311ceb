/**
 * Modules that the examples in the documentation import and that are not installed here: files of the app, generated files, and
 * the used parts of frameworks.
 */

/** `auth.ts` of a SvelteKit app, or of a Next.js app with a relative import. */
declare module '*/auth' {
  import type { NextAuthResult } from 'latchkey/next'
  import type { SvelteKitAuthResult } from 'latchkey/sveltekit'

  export const { handle, requireAuth, signIn, signOut }: SvelteKitAuthResult
  export const { auth }: NextAuthResult
}

/** The types of Astro, in an app whose `App.Locals` has `auth`. */
declare module 'astro' {
  import type { AstroRequestAuth } from 'latchkey/astro'

  interface APIContext {
    readonly request: Request
    readonly params: Readonly<Record<string, string | undefined>>
    readonly locals: { readonly auth: AstroRequestAuth }
  }
  export type APIRoute = (context: APIContext) => Response | Promise<Response>
}

/** A component of a Vue app. */
declare module '*.vue' {
  import type { Component } from 'vue'

  const component: Component
  export default component
}

declare module '@/auth' {
  import type { NextAuthResult } from 'latchkey/next'

  export const { handlers, auth, requireAuth, signIn, signOut, unstable_update }: NextAuthResult
}

declare module '@/app/actions' {
  export function leave(): Promise<void>
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

declare module '@sveltejs/kit' {
  import type { HandleInput } from 'latchkey/sveltekit'

  export type Handle = (input: HandleInput) => Response | Promise<Response>
  export function error(status: number, text: string): never
  export function fail(status: number, what: object): object
  export function redirect(status: number, location: string): never
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
  export function defineConfig(options: { middleware: string }): unknown
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
  export function eventHandler(handler: H3Middleware): H3Middleware
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

/** The integration that docs/write-an-integration.md shows. */
declare module '*/hono-auth.js' {
  import type { MiddlewareHandler } from 'hono'
  import type {
    AuthConfig,
    AuthServer,
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
    server: AuthServer
  }
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
