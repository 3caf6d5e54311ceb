const email = 'ada@app.example'
const waitLimit = 90_000

/**
 * Signs in by a magic link as a browser would, without its scripts. `signal` ends the wait for the app.
 *
 * @throws Error with the step that failed
 */
export async function signInByEmail({ origin, basePath, mailbox, signal }) {
  const browser = createBrowser(origin)
  const { csrfToken } = await waitFor(
    async () => await (await browser.fetch(`${basePath}/csrf`)).json(),
    signal,
  )
  const requested = await browser.fetch(`${basePath}/signin/nodemailer`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams({ csrfToken, email }),
  })
  assert(requested.headers.get('location')?.includes('verify-request'), 'no email was requested', requested)
  const link = await waitFor(() => findLink(mailbox, origin), signal)
  const callback = await browser.fetch(link)
  assert(callback.status === 302, 'the link did not sign in', callback)
  const session = await (await browser.fetch(`${basePath}/session`)).json()
  assert(session?.user?.email === email, `the session is ${JSON.stringify(session)}`, callback)
}

function assert(condition, problem, { status, headers }) {
  if (!condition) throw new Error(`${problem} (status ${status}, location ${headers.get('location')})`)
}

/** Sends the cookies that it got. */
function createBrowser(origin) {
  const cookies = new Map()
  return {
    fetch: async (path, init = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { ...init.headers, cookie }
      const response = await fetch(new URL(path, origin), { redirect: 'manual', ...init, headers })
      for (const line of response.headers.getSetCookie()) {
        const [name, ...value] = line.split(';')[0].split('=')
        cookies.set(name, value.join('='))
      }
      return response
    },
  }
}

async function findLink(mailbox, origin) {
  const text = await (await fetch(`${mailbox}/mail.json`)).text()
  const links = text.match(/https?:\/\/[^"\\\s<>]*callback[^"\\\s<>]*/g) ?? []
  return links.find(link => link.startsWith(origin))?.replaceAll('&amp;', '&')
}

/** Repeats until there is a result. The app starts meanwhile. */
async function waitFor(run, signal) {
  const end = Date.now() + waitLimit
  for (;;) {
    signal.throwIfAborted()
    const result = await run().catch(error => error)
    if (result && !(result instanceof Error)) return result
    if (Date.now() > end) throw new Error(`there is no result after ${waitLimit / 1000} s: ${result}`)
    await new Promise(resolve => setTimeout(resolve, 250))
  }
}
