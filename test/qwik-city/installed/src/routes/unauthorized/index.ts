import { readEmail } from '../../auth'

export const onGet = async ev => {
  await readEmail(ev)
  throw ev.text(401, 'No.')
}
