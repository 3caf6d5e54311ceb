import { readdirSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import formBody from '@fastify/formbody'
import Router from '@koa/router'
import * as elysia from 'elysia'
import fastify, { type FastifyInstance } from 'fastify'
import * as hono from 'hono'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import * as lambdaAuth from 'latchkey/aws-lambda'
import * as elysiaAuth from 'latchkey/elysia'
import { AccessDenied, CredentialsSignin, TooManyRequests } from 'latchkey/errors'
import * as fastifyAuth from 'latchkey/fastify'
import * as honoAuth from 'latchkey/hono'
import * as koaAuth from 'latchkey/koa'
import Credentials from 'latchkey/providers/credentials'
import ts from 'typescript'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serve } from '../support/serve.js'

const docs = new URL('../../docs/', import.meta.url)

/** Reads the blocks of code that sign in on the server and handle a failure. */
function readSignInBlocks(page: string): string[] {
  const blocks = readFileSync(new URL(page, docs), 'utf8').matchAll(/^```(?:js|tsx?)\n([\s\S]*?)^```$/gm)
  return [...blocks]
    .map(([, code = '']) => code)
    .filter(code => /\bsignIn\(/.test(code) && /\bcatch \(|onError/.test(code))
}

describe('the guide', () => {
  const guides = ['frameworks', 'guides'].flatMap(folder =>
    readdirSync(new URL(folder, docs)).map(page => `${folder}/${page}`),
  )
  const oneFailure = /instanceof (?:CredentialsSignin|TooManyRequests|AccessDenied)/

  test.each(guides)('%s handles all failures of `signIn` if it handles one', page => {
    const blocks = readSignInBlocks(page).filter(code => oneFailure.test(code))
    for (const code of blocks) expect(code).toContain('instanceof AuthError')
  })

  test.each([
    ...['angular', 'astro', 'aws-lambda', 'elysia', 'fastify', 'h3', 'hono', 'koa', 'nest', 'next', 'nuxt'],
    ...['qwik-city', 'react-router', 'sveltekit', 'tanstack-start'],
  ])('frameworks/%s.md handles a denied sign-in', name => {
    expect(
      readSignInBlocks(`frameworks/${name}.md`).some(code => code.includes('instanceof AuthError')),
    ).toBe(true)
  })

  test.each(['throttling', 'write-an-integration'])('guides/%s.md handles a denied sign-in', name => {
    expect(readSignInBlocks(`guides/${name}.md`).some(code => code.includes('instanceof AuthError'))).toBe(
      true,
    )
  })
})

/** The provider of the guide, whose `authorize` throws what the test names. */
const failures = {
  denied: () => new AccessDenied('The account is suspended.'),
  wrong: () => new CredentialsSignin(),
  other: () => new TooManyRequests('Too many attempts.'),
  bug: () => new Error('a bug'),
}
let failure: keyof typeof failures = 'denied'
const provider = Credentials({
  id: 'github',
  credentials: { email: {} },
  authorize() {
    throw failures[failure]()
  },
})

/** Runs the code of a guide. @returns its exports */
async function runGuide(name: string, modules: Readonly<Record<string, unknown>>) {
  const [code = ''] = readSignInBlocks(`frameworks/${name}.md`)
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
  })
  const known: Readonly<Record<string, unknown>> = {
    'latchkey/providers/github': { default: provider, __esModule: true },
    ...modules,
  }
  const exports: Record<string, unknown> = {}
  const run = new Function('exports', 'require', `return (async () => {${outputText}})()`)
  await run(exports, (specifier: string) => known[specifier])
  return exports
}

type Send = (headers: Readonly<Record<string, string>>) => Promise<Response>

async function sendTo(listener: RequestListener): Promise<Send> {
  const { origin, close } = await serve(listener)
  closers.push(close)
  return headers =>
    fetch(`${origin}/sign-in/github`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, origin },
      body: 'email=ada',
    })
}

const closers: Array<() => Promise<unknown>> = []
const origin = 'https://app.example'
const createRequest = (headers: Readonly<Record<string, string>>) =>
  new Request(`${origin}/sign-in/github`, {
    method: 'POST',
    body: 'email=ada',
    headers: { ...headers, origin },
  })

const apps: Readonly<Record<string, () => Promise<Send>>> = {
  async hono() {
    const { app } = await runGuide('hono', { hono, 'latchkey/hono': honoAuth })
    return async headers => await (app as hono.Hono).request(createRequest(headers))
  },
  async elysia() {
    const { app } = await runGuide('elysia', { elysia, 'latchkey/elysia': elysiaAuth })
    return async headers => await (app as elysia.Elysia).handle(createRequest(headers))
  },
  async fastify() {
    const { app } = await runGuide('fastify', {
      fastify: { default: fastify, __esModule: true },
      '@fastify/formbody': { default: formBody, __esModule: true },
      'latchkey/fastify': fastifyAuth,
    })
    const instance = app as FastifyInstance
    await instance.ready()
    return await sendTo((req, res) => instance.routing(req, res))
  },
  async koa() {
    const { app } = await runGuide('koa', {
      koa: { default: Koa, __esModule: true },
      '@koa/router': { default: Router, __esModule: true },
      'koa-bodyparser': { default: bodyParser, __esModule: true },
      'latchkey/koa': koaAuth,
    })
    const instance = app as Koa
    instance.silent = true
    return await sendTo(instance.callback())
  },
  async 'aws-lambda'() {
    const { handler } = await runGuide('aws-lambda', { 'latchkey/aws-lambda': lambdaAuth })
    const handle = handler as (event: object, context: object) => Promise<lambdaAuth.LambdaResult>
    return async headers => {
      const http = { method: 'POST', path: '/sign-in/github', sourceIp: '192.0.2.1', protocol: 'HTTP/1.1' }
      const requestContext = {
        http: { ...http, userAgent: '' },
        domainName: 'app.example',
        stage: '$default',
      }
      const event = {
        version: '2.0',
        rawPath: '/sign-in/github',
        rawQueryString: '',
        headers: { ...headers, origin, host: 'app.example' },
        requestContext,
        isBase64Encoded: false,
      }
      const { statusCode, headers: sent } = await handle(event, {})
      return new Response(null, { status: statusCode, headers: sent as Record<string, string> })
    }
  },
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubEnv('AUTH_SECRET', 'a secret of more than 32 characters!')
  vi.stubEnv('AUTH_TRUST_HOST', 'true')
})

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe.each(Object.keys(apps))('the form of the guide for %s', name => {
  test.each([
    ['denied', '/auth/error?error=AccessDenied'],
    ['wrong', '/auth/signin?error=CredentialsSignin'],
    ['other', '/auth/error?error=TooManyRequests'],
  ] as const)('shows a failure on its page: %s', async (kind, location) => {
    failure = kind
    const send = await apps[name]?.()
    const response = await send?.({ 'content-type': 'application/x-www-form-urlencoded' })
    expect(response?.status).toSatisfy((status: number) => status === 302 || status === 303)
    expect(response?.headers.get('location')).toBe(location)
  })
})
