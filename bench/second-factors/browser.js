/** Creates a browser with cookies, for a site that is a function of a request. */
export function createBrowser({ origin, basePath, handle }) {
  const cookies = new Map()

  async function send(url, init = {}) {
    const target = new URL(url, origin)
    if (target.origin !== origin) return fetch(target, { redirect: 'manual' })
    const headers = { cookie: [...cookies].map(pair => pair.join('=')).join('; '), origin, ...init.headers }
    const response = await handle(new Request(target, { ...init, headers, redirect: 'manual' }))
    for (const header of response.headers.getSetCookie()) store(header)
    browser.location = response.headers.get('location') ?? browser.location
    return response
  }

  function store(header) {
    const [pair, ...attributes] = header.split('; ')
    const [name] = pair.split('=', 1)
    const isDeleted = attributes.some(attribute => /^max-age=0$/i.test(attribute)) || pair === `${name}=`
    if (isDeleted) cookies.delete(name)
    else cookies.set(name, pair.slice(name.length + 1))
  }

  const browser = {
    location: null,
    cookies,
    send,
    getJson: async path =>
      (await send(`${basePath}${path}`, { headers: { accept: 'application/json' } })).json(),
    post: (path, fields) =>
      send(`${basePath}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(fields),
      }),
    /** Follows redirects, between the site and the provider. */
    async follow(url) {
      let response = await send(url)
      for (let hops = 0; hops < 8 && response.headers.has('location'); hops++)
        response = await send(new URL(response.headers.get('location'), origin))
      return response
    },
  }
  return browser
}
