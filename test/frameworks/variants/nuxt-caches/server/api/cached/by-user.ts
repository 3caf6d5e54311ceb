/** Only values that are in the key belong in a cached function. */
const loadGreeting = defineCachedFunction(async (email: string) => `Hello ${email}`, {
  name: 'greeting',
  maxAge: 60,
})

export default defineEventHandler(async event => {
  const { user } = await event.context.auth.requireAuth()
  return { greeting: await loadGreeting(String(user?.email)) }
})
