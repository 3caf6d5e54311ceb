import { createSessionStore } from 'latchkey/client'
import { auth } from './session.js'

const at = name => document.querySelector(`[data-testid=${name}]`)

/** Follows what happens in this tab and in others. */
const store = createSessionStore(auth)

store.subscribe(() => {
  const { data, status } = store.get()
  if (status === 'loading') return
  at('client-user').textContent = data?.user?.email ?? 'nobody'
  at('client-name').textContent = data?.user?.name ?? 'a stranger'
})

at('update-form').addEventListener('submit', event => {
  event.preventDefault()
  store.update({ name: at('new-name').value })
})
