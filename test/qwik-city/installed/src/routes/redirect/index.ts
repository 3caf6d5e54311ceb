import { readEmail } from '../../auth'

export const onGet = async ev => {
  await readEmail(ev)
  throw ev.redirect(302, '/ok')
}
