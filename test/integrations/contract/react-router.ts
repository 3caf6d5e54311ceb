import { ReactRouterAuth } from 'latchkey/react-router'
import type { AuthConfig } from 'latchkey/server'
import {
  type IntegrationSetup,
  type IntegrationUnderTest,
  integrationCookies,
  publicHeaders,
} from 'latchkey/testing'
import type { LoaderFunctionArgs, MiddlewareFunction } from 'react-router'
import { type AppOptions, createReactRouterApp } from '../../react-router/create-app.js'
import { loadReactRouterEight } from '../../react-router/react-router-versions.js'

/** React Router 7 with the request handler that each of its servers calls. The routes are resource routes. */
export const reactRouter: IntegrationUnderTest = {
  name: 'latchkey/react-router',
  serve: async (config, setup) => ({ answer: createApp(config, setup), close: async () => {} }),
}

/** React Router 8, which has middleware without a flag. */
export const reactRouterEight: IntegrationUnderTest = {
  name: 'latchkey/react-router on React Router 8',
  serve: async (config, setup) => {
    const runtime = await loadReactRouterEight()
    return { answer: createApp(config, setup, { runtime, future: {} }), close: async () => {} }
  },
}

function createApp(
  config: AuthConfig,
  { parsesBodies = false }: IntegrationSetup = {},
  options?: AppOptions,
): (request: Request) => Promise<Response> {
  const { authMiddleware, authContext, sessionContext, requireAuth, handleAuth } = ReactRouterAuth(config)

  async function readEmail({ context }: LoaderFunctionArgs): Promise<string> {
    const session = await context.get(authContext).getSession()
    return session?.user?.email ?? 'visitor'
  }

  return createReactRouterApp(
    {
      root: { middleware: [...(parsesBodies ? [parseBody] : []), authMiddleware] },
      'auth/*': { loader: handleAuth, action: handleAuth },
      ok: { loader: async args => new Response(await readEmail(args), { headers: createAppHeaders(args) }) },
      redirect: {
        loader: async args => {
          await readEmail(args)
          const headers = createAppHeaders(args)
          headers.set('location', '/ok')
          throw new Response(null, { status: 302, headers })
        },
      },
      unauthorized: {
        loader: async args => {
          await readEmail(args)
          return new Response('No.', { status: 401, headers: createAppHeaders(args) })
        },
      },
      error: {
        middleware: [setAppCookies],
        default: () => null,
        ErrorBoundary: () => 'Something went wrong.',
        loader: async args => {
          await readEmail(args)
          throw new Error('broken')
        },
      },
      stream: {
        loader: async args =>
          new Response(createStream(await readEmail(args)), { headers: createAppHeaders(args) }),
      },
      account: {
        middleware: [requireAuth()],
        loader: args =>
          new Response(args.context.get(sessionContext).user?.email, { headers: createCacheHeaders(args) }),
      },
      'sign-in': {
        loader: async ({ context, request }) => {
          const fields = Object.fromEntries(new URL(request.url).searchParams)
          throw await context.get(authContext).signIn({ provider: 'credentials', fields })
        },
      },
      'sign-out': {
        loader: async ({ context }) => {
          throw await context.get(authContext).signOut()
        },
      },
    },
    options,
  )
}

/** Middleware that reads a body must read a copy, because React Router passes the body to the action. */
const parseBody: MiddlewareFunction<Response> = async ({ request }, next) => {
  await request.clone().text()
  return next()
}

/** A thrown error has no headers, so middleware sets the cookies of the app. */
const setAppCookies: MiddlewareFunction<Response> = async (_, next) => {
  const response = await next()
  for (const line of integrationCookies) response.headers.append('set-cookie', line)
  return response
}

function createAppHeaders(args: LoaderFunctionArgs): Headers {
  const headers = createCacheHeaders(args)
  for (const line of integrationCookies) headers.append('set-cookie', line)
  return headers
}

function createCacheHeaders({ request }: LoaderFunctionArgs): Headers {
  return new Headers(request.headers.get('x-cache') === 'public' ? publicHeaders : {})
}

function createStream(email: string): ReadableStream {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const part of [email.slice(0, 3), email.slice(3)]) controller.enqueue(encoder.encode(part))
      controller.close()
    },
  })
}
