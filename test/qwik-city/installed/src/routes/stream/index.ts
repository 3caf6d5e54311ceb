import { readEmail } from '../../auth'

export const onGet = async ev => {
  const email = await readEmail(ev)
  const writer = ev.getWritableStream().getWriter()
  for (const part of [email.slice(0, 3), email.slice(3)]) await writer.write(new TextEncoder().encode(part))
  await writer.close()
}
