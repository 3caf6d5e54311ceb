export default cachedEventHandler(
  async event => {
    const { user } = await event.context.auth.requireAuth()
    return { user: user?.email, secret: 'members only' }
  },
  { maxAge: 60 },
)
