import { readEmail } from '../../auth'

export const onGet = async ev => {
  await readEmail(ev)
  throw new Error('broken')
}
