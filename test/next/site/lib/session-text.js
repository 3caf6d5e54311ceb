/** Between marks, so that a test finds it in a page. */
export async function sessionText(auth) {
  try {
    return `«${JSON.stringify(await auth())}»`
  } catch (error) {
    if (error.type === 'SessionUnavailable') return '«unavailable»'
    throw error
  }
}
