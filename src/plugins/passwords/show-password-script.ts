/**
 * The script of pages with a password: a button below each field shows what was typed. The field is hidden again before the form is sent, so that
 * the browser offers to save the password.
 */
export const showPasswordScript = `for (const input of document.querySelectorAll('[data-show]')) {
  const button = document.createElement('button')
  const show = isShown => {
    input.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', isShown)
  }
  button.type = 'button'
  button.className = 'show-password'
  button.textContent = input.dataset.show
  button.onclick = () => show(input.type === 'password')
  input.form.addEventListener('submit', () => show(false))
  show(false)
  input.after(button)
}`
