import Router from '@koa/router'
import { requireAuth } from '../auth.js'
import { withGuardSetting } from '../test-settings.js'

/** Caches may keep these pages, because they come before the session is read. */
export const publicPages = new Router()

publicPages.get('/cached', async ctx => {
  ctx.set('Cache-Control', 'public, max-age=0, s-maxage=60')
  await ctx.render('cached', { time: new Date().toISOString() })
})

export const pages = new Router()

pages.use('/protected', withGuardSetting('middleware', requireAuth()))

pages.get('/', ctx => ctx.render('home'))

// Guarded above and again here, so the page stays guarded if the middleware changes.
pages.get('/protected', withGuardSetting('page', requireAuth()), ctx => ctx.render('protected'))

// Guarded only here.
pages.get('/account', requireAuth(), ctx => ctx.render('account'))

pages.get('/client', ctx => ctx.render('client'))

pages.get('/me', ctx => {
  ctx.body = { email: ctx.state.session?.user?.email ?? null }
})
