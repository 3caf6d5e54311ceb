/** Says who is there after the answer has begun, twice. */
export const GET = ({ locals }) => {
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    async start(controller) {
      for (let look = 0; look < 2; look++) {
        await new Promise(resolve => setTimeout(resolve, 20))
        const session = await locals.auth()
        controller.enqueue(encoder.encode(`${session?.user?.email ?? 'nobody'} `))
      }
      controller.close()
    },
  })
  return new Response(body)
}
