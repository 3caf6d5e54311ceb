export default defineCachedEventHandler(
  async event => {
    const session = await event.context.auth.getSession()
    return { user: session?.user?.email ?? 'visitor' }
  },
  { maxAge: 60 },
)
