import { createServer } from 'node:http'

/** Starts an OAuth provider that knows one user, who agrees to everything. */
export async function startProvider({ email }) {
  const server = createServer((request, response) => {
    const url = new URL(request.url, `http://${request.headers.host}`)
    const reply = body => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
    }
    if (url.pathname === '/token')
      return reply({ access_token: 'token', token_type: 'Bearer', expires_in: 60 })
    if (url.pathname === '/user')
      return reply({ id: 'ada', sub: 'ada', name: 'Ada', email, email_verified: true, emailVerified: true })
    const target = new URL(url.searchParams.get('redirect_uri'))
    target.searchParams.set('code', 'code')
    target.searchParams.set('state', url.searchParams.get('state') ?? '')
    response.writeHead(302, { location: target.href }).end()
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${server.address().port}`
  return {
    endpoints: {
      authorizationUrl: `${origin}/authorize`,
      tokenUrl: `${origin}/token`,
      userInfoUrl: `${origin}/user`,
    },
    close: () => server.close(),
  }
}
