import { getSession, onChange, updateSession } from './session.js'

const at = name => document.querySelector(`[data-testid=${name}]`)

function show(session) {
  at('client-user').textContent = session?.user?.email ?? 'nobody'
  at('client-name').textContent = session?.user?.name ?? 'a stranger'
}

async function refresh() {
  show(await getSession())
}

at('update-form').addEventListener('submit', async event => {
  event.preventDefault()
  show(await updateSession({ name: at('new-name').value }))
})

onChange(refresh)
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh())
await refresh()
