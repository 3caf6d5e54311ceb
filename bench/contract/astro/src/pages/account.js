import { rejectVisitor } from '#auth'

export async function GET(context) {
  return (await rejectVisitor(context)) ?? new Response('allowed')
}
