import { createSessionStore } from 'latchkey/client'
import { auth } from './session.js'

const getPart = name => document.querySelector(`[data-testid=${name}]`)

/** Stays in sync with this and other tabs. */
const store = createSessionStore(auth)

store.subscribe(() => {
  const { data, status } = store.get()
  if (status === 'loading') return
  getPart('client-user').textContent = data?.user?.email ?? 'Not signed in'
  getPart('client-name').textContent = data?.user?.name ?? 'guest'
})

getPart('update-form').addEventListener('submit', event => {
  event.preventDefault()
  store.update({ name: getPart('new-name').value })
})
