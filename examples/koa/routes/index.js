import Router from '@koa/router'
import { requireAuth } from '../auth.js'
import { withGuardSetting } from '../test-settings.js'

export const pages = new Router()

pages.use('/protected', withGuardSetting('middleware', requireAuth()))

pages.get('/', ctx => ctx.render('home'))

// Guarded above and again here, so the page stays guarded if the middleware changes.
pages.get('/protected', withGuardSetting('page', requireAuth()), ctx => ctx.render('protected'))

// Guarded only here.
pages.get('/account', requireAuth(), ctx => ctx.render('account'))

pages.get('/client', ctx => ctx.render('client'))
