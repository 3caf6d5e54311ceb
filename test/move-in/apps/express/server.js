import { ExpressAuth, getSession } from '@auth/express'
import express from 'express'
import { authConfig } from './auth.js'

const app = express()

app.use('/auth', ExpressAuth(authConfig))

app.get('/', async (req, res) => {
  const session = await getSession(req, authConfig)
  const { protocol, headers } = req
  const csrf = await fetch(`${protocol}://${headers.host}/auth/csrf`, {
    headers: { cookie: headers.cookie ?? '' },
  })
  const { csrfToken } = await csrf.json()
  res.send(`<!doctype html>
    <p data-testid="user">${session?.user?.email ?? 'nobody'}</p>
    <a data-testid="sign-in" href="/auth/signin">Sign in</a>
    <form method="post" action="/auth/signout">
      <input type="hidden" name="csrfToken" value="${csrfToken}">
      <button data-testid="sign-out">Sign out</button>
    </form>`)
})

const server = app.listen(process.env.PORT, 'localhost')

process.once('SIGTERM', () => {
  server.close(() => process.exit())
  server.closeAllConnections()
})
