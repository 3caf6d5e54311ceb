/** Sets the `Cache-Control` of `CACHE_CONTROL`, for the test suite. Your app does not need it. */
export default defineEventHandler(event => {
  const { CACHE_CONTROL } = process.env
  if (CACHE_CONTROL && event.path !== '/cached') setResponseHeader(event, 'cache-control', CACHE_CONTROL)
})
