const cookies = {
  theme: 'dark; Path=/; Expires=Tue, 01 Jan 2041 00:00:00 GMT',
  seen: 'yes; Path=/; HttpOnly',
}

/** The cookies and the error page of the app, and middleware that parses bodies. */
export const onRequest = async ev => {
  if (!/^\/(account|auth)/.test(ev.pathname))
    for (const [name, value] of Object.entries(cookies)) ev.cookie.set(name, value)
  if (ev.method === 'POST' && globalThis.qwikSetup?.getStore()?.parsesBodies) await ev.parseBody()
  try {
    await ev.next()
  } catch (error) {
    if (error instanceof Error && error.message === 'broken') throw ev.text(500, 'Something went wrong.')
    throw error
  }
}
