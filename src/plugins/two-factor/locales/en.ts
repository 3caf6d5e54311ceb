import type { TwoFactorTexts } from './texts.js'

/** The English texts. */
export const english: TwoFactorTexts = {
  verify: {
    title: "Confirm that it's you",
    account: 'Account: {account}',
    codeMessage: 'Enter the code from your authenticator app.',
    codeLabel: 'Code',
    recoveryMessage: 'Enter one of the recovery codes that you saved. Each can be used once.',
    recoveryLabel: 'Recovery code',
    passkeyMessage: 'Use your passkey or security key.',
    button: 'Continue',
    passkeyButton: 'Use a passkey',
    passkeyUnsupported: 'Passkeys need JavaScript and a browser that supports them.',
    remember: 'Do not ask again on this device for {days} days',
    useCode: 'Use your authenticator app',
    useRecoveryCode: 'Use a recovery code',
    usePasskey: 'Use a passkey',
  },
  enroll: {
    title: 'Set up an authenticator app',
    message: 'Scan the QR code with your authenticator app. Then enter the code that the app shows.',
    requiredMessage: 'Your account needs two-factor authentication.',
    qrCode: 'QR code for your authenticator app',
    openApp: 'Open in an app on this device',
    secretLabel: 'If you cannot scan it, enter this key:',
    codeLabel: 'Code',
    button: 'Turn on',
  },
  recoveryCodes: {
    title: 'Save your recovery codes',
    message:
      'If you lose your device, you can sign in with one of these codes. Each can be used once. They are not shown again.',
    copy: 'Copy',
    copied: 'Copied',
    download: 'Download',
    print: 'Print',
    button: 'I have saved them',
  },
  manage: {
    title: 'Two-factor authentication',
    off: 'An authenticator app is not set up.',
    on: 'An authenticator app is set up.',
    disabled: 'Codes of your app are off after too many wrong ones. Set up the app again.',
    recoveryCodes: 'Unused recovery codes: {count}',
    devices: 'Devices that are not asked: {count}',
    enable: 'Set up an authenticator app',
    replace: 'Replace the app',
    newRecoveryCodes: 'Create new recovery codes',
    forgetDevices: 'Ask on all devices',
    remove: 'Turn off',
    removeTitle: 'Turn off two-factor authentication?',
    removeMessage: 'You will sign in without a code, and your recovery codes stop working.',
    cancel: 'Cancel',
    back: 'Back to {host}',
  },
  errors: {
    'wrong-code': 'The code is not correct, or was used before. Wait for the next one and try again.',
    'wrong-passkey': 'Your passkey was not confirmed. Try again, or use another method.',
    'too-many-attempts': 'There were too many attempts. Use another method, or try again later.',
    'method-disabled': 'This method is off after too many wrong codes. Use another method.',
    'no-such-method': 'This method is not set up. Use another one.',
    'enrollment-expired': 'The time to enter the code has passed. Scan the new QR code.',
    'second-factor-required': "Confirm that it's you first.",
    required: 'Your account needs two-factor authentication, so it cannot be turned off.',
  },
  notice: {
    subject: 'Your sign-in to {host} changed',
    changes: {
      enabled: 'An authenticator app was set up for your account at {host}.',
      replaced: 'The authenticator app of your account at {host} was replaced.',
      removed: 'The authenticator app of your account at {host} was removed.',
      'recovery-codes-created':
        'New recovery codes were created for your account at {host}. The old ones are no longer valid.',
      'recovery-code-used': 'A recovery code was used to sign in to your account at {host}.',
      'devices-forgotten': 'Your account at {host} asks for the second step on all devices again.',
      'wrong-codes':
        'Ten wrong codes in a row were entered for your account at {host}. Another person may know your password.',
    },
    warning:
      'If this was not you, check your account now: {url}. Then change your password and contact the support of {host}.',
  },
}
