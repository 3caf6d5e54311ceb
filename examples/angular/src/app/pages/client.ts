import { afterNextRender, Component, signal } from '@angular/core'
import { injectSession } from 'latchkey/angular'

@Component({
  template: `
    <h1>Session in the browser</h1>
    <p>User: <strong data-testid="client-user">{{ show(session.data()?.user?.email ?? 'Not signed in') }}</strong></p>
    <p>Name: <strong data-testid="client-name">{{ show(session.data()?.user?.name ?? 'guest') }}</strong></p>
    <form (submit)="session.update({ name: name.value }); $event.preventDefault()">
      <label>
        New name
        <input #name name="name" maxlength="50" required data-testid="new-name" [disabled]="!isInteractive()" />
      </label>&ngsp;
      <button type="submit" data-testid="update" [disabled]="!isInteractive()">Update</button>
    </form>
  `,
})
export class Client {
  protected readonly session = injectSession()
  /** Without this, the browser would submit the form before the page is interactive. */
  protected readonly isInteractive = signal(false)

  constructor() {
    afterNextRender(() => this.isInteractive.set(true))
  }

  protected show(text: string): string {
    return this.session.status() === 'loading' ? '…' : text
  }
}
