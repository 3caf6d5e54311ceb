export default defineEventHandler(async event => {
  const session = await event.context.auth.getSession()
  return { email: session?.user?.email ?? null }
})
