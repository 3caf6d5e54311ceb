import { readEmail } from '../../auth'

export const onGet = async ev => {
  throw ev.text(200, await readEmail(ev))
}
