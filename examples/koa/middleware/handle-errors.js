/** Responds to errors. The cookies that were set before the error stay. */
export async function handleErrors(ctx, next) {
  try {
    await next()
  } catch (error) {
    // If the session is unavailable, the status is 503 and the cookie stays, so the next request can succeed.
    ctx.status = error.status ?? 500
    ctx.body = 'Something went wrong. Please try again.'
    ctx.app.emit('error', error, ctx)
  }
}
