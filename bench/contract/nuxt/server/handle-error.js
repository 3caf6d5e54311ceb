import { send, setResponseStatus } from '#imports'

/** The texts of the contract. */
export default function handleError(error, event) {
  const { statusCode = 500, message } = error
  setResponseStatus(event, statusCode)
  return send(event, statusCode === 500 ? 'Something went wrong.' : message)
}
