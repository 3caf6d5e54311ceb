import { fileURLToPath } from 'node:url'
import ejs from '@koa/ejs'
import Koa from 'koa'
import mount from 'koa-mount'
import serveStatic from 'koa-static'
import { auth } from './auth.js'
import { handleErrors } from './middleware/handle-errors.js'
import { withSession } from './middleware/with-session.js'
import { pages, publicPages } from './routes/index.js'

const here = path => fileURLToPath(new URL(path, import.meta.url))

export const app = new Koa()

ejs(app, { root: here('views'), layout: false, viewExt: 'ejs' })

app.use(handleErrors)
app.use(serveStatic(here('public')))
// Pages load the client modules without a bundler, through the import map in `views/head.ejs`.
app.use(mount('/latchkey', serveStatic(fileURLToPath(new URL('..', import.meta.resolve('latchkey/client'))))))

app.use(auth)
app.use(publicPages.routes())
app.use(withSession)
app.use(pages.routes())

app.use(async ctx => {
  await ctx.render('error', { message: 'Page not found' })
  ctx.status = 404
})
