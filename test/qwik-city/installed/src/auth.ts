import { QwikCityAuth } from 'latchkey/qwik-city'

/** Each test runs the server with a configuration of its own. */
export const { onRequest, getAuth } = QwikCityAuth(
  () => globalThis.qwikSetup?.getStore()?.config ?? { providers: [] },
)

export async function readEmail(ev) {
  const session = await getAuth(ev).getSession()
  return session?.user?.email ?? 'visitor'
}
