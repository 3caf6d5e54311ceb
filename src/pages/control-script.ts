import type { Html } from './html.js'

/**
 * The script of fields and buttons. Every page works without it.
 *
 * - `data-show` of a password field is the text of a button that shows what was typed. The field is hidden again before the form is sent, so that
 *   the browser offers to save the password.
 * - `data-wait` of a button is the number of seconds until it can be used. `data-wait-text` is its text until then, with `{seconds}`.
 */
export const controlScript = `for (const input of document.querySelectorAll('[data-show]')) {
  // No <button>: the form's own one is the first.
  const toggle = document.createElement('span')
  const show = isShown => {
    input.type = isShown ? 'text' : 'password'
    toggle.ariaPressed = isShown
  }
  toggle.role = 'button'
  toggle.tabIndex = 0
  toggle.className = 'show-password'
  toggle.textContent = input.dataset.show
  toggle.onclick = () => show(input.type === 'password')
  toggle.onkeydown = event => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    toggle.onclick()
  }
  input.form.addEventListener('submit', () => show(false))
  show(false)
  input.after(toggle)
}
for (const button of document.querySelectorAll('[data-wait]')) {
  const label = button.firstElementChild
  const text = label.textContent
  const end = Date.now() + button.dataset.wait * 1000
  const update = () => {
    const seconds = Math.ceil((end - Date.now()) / 1000)
    button.ariaDisabled = seconds > 0
    label.textContent = seconds > 0 ? button.dataset.waitText.replace('{seconds}', seconds) : text
    if (seconds > 0) setTimeout(update, 500)
  }
  button.addEventListener('click', event => Date.now() < end && event.preventDefault())
  update()
}`

/** Returns whether the markup of a page has a control with a script. */
export function needsControlScript(markup: Html): boolean {
  return / data-(?:show|wait)[ =>]/.test(markup.toString())
}
