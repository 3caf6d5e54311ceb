import { Readable } from 'node:stream'
import Koa, { type Middleware } from 'koa'
import bodyParser from 'koa-bodyparser'
import { KoaAuth, type KoaAuthState } from 'latchkey/koa'
import type { AuthConfig } from 'latchkey/server'
import {
  type IntegrationSetup,
  type IntegrationUnderTest,
  integrationCookies,
  publicHeaders,
  type ServedIntegration,
} from 'latchkey/testing'
import { loadKoaBody, loadKoaTwo } from '../../koa/koa-versions.js'
import { serveBehindProxy } from './proxy.js'

/** Koa 3 with `koa-bodyparser`. */
export const koa: IntegrationUnderTest = {
  name: 'latchkey/koa',
  serve: async (config, setup) => serveApp(new Koa<KoaAuthState>(), bodyParser(), config, setup),
}

/** Koa 2 with `koa-body`. */
export const koaTwo: IntegrationUnderTest = {
  name: 'latchkey/koa on Koa 2',
  serve: async (config, setup) => {
    const KoaTwo = await loadKoaTwo()
    return serveApp(new KoaTwo<KoaAuthState>(), await loadKoaBody(), config, setup)
  },
}

function serveApp(
  app: Koa<KoaAuthState>,
  parser: Middleware<KoaAuthState>,
  config: AuthConfig,
  { parsesBodies = false }: IntegrationSetup = {},
): Promise<ServedIntegration> {
  app.silent = true
  if (parsesBodies) app.use(parser)
  addHandlers(app, config)
  return serveBehindProxy(app.callback())
}

function addHandlers(app: Koa<KoaAuthState>, config: AuthConfig): void {
  const { auth, requireAuth } = KoaAuth(config)
  const guard = requireAuth()
  app.use(auth)
  app.use(async (ctx, next) => {
    if (ctx.path !== '/account') return next()
    await guard(ctx, async () => {
      setCacheHeaders(ctx)
      ctx.body = ctx.state.auth.session.user?.email
    })
  })
  app.use(async (ctx, next) => {
    const { auth } = ctx.state
    if (ctx.path === '/sign-in')
      return ctx.redirect(await auth.signIn({ provider: 'credentials', fields: ctx.query }))
    return ctx.path === '/sign-out' ? ctx.redirect(await auth.signOut()) : next()
  })
  app.use(async ctx => {
    setCacheHeaders(ctx)
    for (const line of integrationCookies) ctx.append('Set-Cookie', line)
    const session = await ctx.state.auth.getSession()
    answer(ctx, session?.user?.email ?? 'visitor')
  })
}

function setCacheHeaders(ctx: Koa.ParameterizedContext): void {
  if (ctx.get('x-cache') === 'public') ctx.set({ ...publicHeaders })
}

function answer(ctx: Koa.ParameterizedContext<KoaAuthState>, email: string): void {
  if (ctx.path === '/redirect') ctx.redirect('/ok')
  if (ctx.path === '/unauthorized') ctx.throw(401, 'No.')
  if (ctx.path === '/error') throw Object.assign(new Error('Something went wrong.'), { expose: true })
  ctx.body = createBody(ctx.path, email)
}

function createBody(path: string, email: string): string | Readable {
  if (path === '/redirect') return ''
  return path === '/stream' ? Readable.from([email.slice(0, 3), email.slice(3)]) : email
}
