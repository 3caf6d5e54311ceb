import { fileURLToPath } from 'node:url'
import { ExpressAuth, getSession, requireAuth } from 'latchkey/express'
import { type IntegrationUnderTest, integrationCookies } from 'latchkey/testing'
import { installDependencies } from '../../../tools/setup.js'
import { type ErrorHandler, loadExpress } from '../../express/express-versions.js'
import { setCacheHeaders, toStatus, writeAnswer } from './node-answers.js'
import { serveBehindProxy } from './proxy.js'

/** Express 5 on a Node server. */
export const express: IntegrationUnderTest = {
  name: 'latchkey/express',
  hasActions: false,
  serve: async (config, { parsesBodies = false } = {}) => {
    await installDependencies(fileURLToPath(new URL('../../express/installed', import.meta.url)))
    const framework = loadExpress('express-5')
    const app = framework()
    if (parsesBodies) app.use(framework.json(), framework.urlencoded({ extended: true }))
    app.use('/auth', ExpressAuth(config))
    app.get('/account', (req, res, next) =>
      requireAuth(config)(req, Object.assign(res, { locals: {} }), error => {
        if (error) return next(error)
        setCacheHeaders(req, res)
        res.end('allowed')
      }),
    )
    app.use(async (req, res) => {
      for (const line of integrationCookies) res.appendHeader('set-cookie', line)
      const session = await getSession(req, config)
      setCacheHeaders(req, res)
      writeAnswer(req.originalUrl, session?.user?.email ?? 'visitor', res)
    })
    const handleError: ErrorHandler = (error, _req, res, _next) =>
      res.status(toStatus(error)).send('Something went wrong.')
    app.use(handleError)
    return serveBehindProxy(app)
  },
}
