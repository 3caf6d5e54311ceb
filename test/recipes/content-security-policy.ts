import GitHub from 'latchkey/providers/github'
import { type AuthConfig, createAuth } from 'latchkey/server'

const config: AuthConfig = { providers: [GitHub] }
const auth = createAuth(config)

/** The pages of Latchkey have a policy of their own, with the hashes of their styles and scripts. */
export async function handle(request: Request): Promise<Response> {
  if (auth.isActionPath(new URL(request.url).pathname)) return auth.handler(request)
  const nonce = crypto.randomUUID()
  const policy = `default-src 'self'; script-src 'self' 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`
  const page = `<!doctype html><script nonce="${nonce}">document.title = 'Hello'</script>`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return new Response(page, { headers })
}
