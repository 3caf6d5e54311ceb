import { Readable } from 'node:stream'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import { KoaAuth, type KoaAuthState } from 'latchkey/koa'
import type { AuthConfig } from 'latchkey/server'
import { type IntegrationSetup, type IntegrationUnderTest, integrationCookies } from 'latchkey/testing'
import { serveBehindProxy } from './proxy.js'

/** Koa on a Node server. */
export const koa: IntegrationUnderTest = {
  name: 'latchkey/koa',
  serve: async (config, setup) => serveBehindProxy(createApp(config, setup).callback()),
}

function createApp(config: AuthConfig, { parsesBodies = false }: IntegrationSetup = {}): Koa<KoaAuthState> {
  const { auth, requireAuth } = KoaAuth(config)
  const guard = requireAuth()
  const app = new Koa<KoaAuthState>()
  app.silent = true
  if (parsesBodies) app.use(bodyParser())
  app.use(auth)
  app.use(async (ctx, next) => {
    if (ctx.path !== '/account') return next()
    await guard(ctx, async () => {
      ctx.body = ctx.state.auth.session.user?.email
    })
  })
  app.use(async ctx => {
    for (const line of integrationCookies) ctx.append('Set-Cookie', line)
    const session = await ctx.state.auth.getSession()
    answer(ctx, session?.user?.email ?? 'visitor')
  })
  return app
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
