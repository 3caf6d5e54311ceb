import { QwikCityAuth } from 'latchkey/qwik-city'

/** Each test runs the server with a configuration of its own. */
export const { onRequest, getAuth } = QwikCityAuth(
  () => globalThis.qwikSetup?.getStore()?.config ?? { providers: [] },
)

export async function readEmail(ev) {
  const session = await getAuth(ev).getSession()
  setCacheHeaders(ev)
  return session?.user?.email ?? 'visitor'
}

const publicHeaders = {
  'cache-control': 'public, max-age=60, s-maxage=60',
  'cdn-cache-control': 'public, max-age=60',
}

/** Lets caches keep the response, if the request says so. */
export function setCacheHeaders({ headers, request }) {
  if (request.headers.get('x-cache') !== 'public') return
  for (const [name, value] of Object.entries(publicHeaders)) headers.set(name, value)
}
