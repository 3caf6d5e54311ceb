/** Plain requests to the actions below `/auth`: everything that a page needs to know of Latchkey. */

/** Tells the other tabs that somebody came or went. */
const tabs = new BroadcastChannel('session')

const seen = document.querySelector('[data-testid=user]').textContent
tabs.postMessage(seen)

/** Calls `changed` when another tab sees somebody else. */
export function onChange(changed) {
  new BroadcastChannel('session').onmessage = changed
}

export async function getSession() {
  const response = await fetch('/auth/session')
  if (!response.ok) throw new Error(`Nobody can say who is there (${response.status}).`)
  return response.json()
}

export async function updateSession(data) {
  const response = await fetch('/auth/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ csrfToken: await csrfToken(), data }),
  })
  return response.json()
}

async function signOut() {
  const response = await fetch('/auth/signout', {
    method: 'POST',
    headers: { 'x-auth-return-redirect': '1' },
    body: new URLSearchParams({ csrfToken: await csrfToken(), callbackUrl: '/' }),
  })
  const { url } = await response.json()
  location.assign(url)
}

async function csrfToken() {
  const response = await fetch('/auth/csrf')
  const { csrfToken } = await response.json()
  return csrfToken
}

document.querySelector('[data-testid=sign-out]')?.addEventListener('click', signOut)
