/** Returns the session between « and », so that tests can parse it from a page. */
export async function sessionText(auth) {
  try {
    return `«${JSON.stringify(await auth())}»`
  } catch (error) {
    if (error.type === 'SessionUnavailable') return '«unavailable»'
    throw error
  }
}
